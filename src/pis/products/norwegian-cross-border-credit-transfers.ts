import { paymentBody } from '../../wire/payment-fields.ts'
import { regulatoryReporting } from '../rules/regulatory-reporting.ts'
import { crossBorderRules } from './cross-border-credit-transfers.ts'
import type { Product } from './product.ts'

/** The members are those of the interface document and no more. */
export const norwegianCrossBorderCreditTransfers: Product = {
  name: 'norwegian-cross-border-credit-transfers',
  aliases: [],
  services: ['payments'],
  summary: 'Any listed currency to any country, meant for 100 000 NOK or more',
  body: paymentBody(
    'NorwegianCrossBorderCreditTransfer',
    ['instructedAmount', 'creditorName', 'creditorAccount', 'debtorAccount'],
    [
      'creditorAgent',
      'creditorAddress',
      'remittanceInformationUnstructured',
      'purposeCode',
      'requestedExecutionDate',
      'regulatoryReportingCode',
      'regulatoryReportingInformation',
    ],
  ),
  bodyExample: {
    instructedAmount: { amount: '18500.00', currency: 'EUR' },
    debtorAccount: { iban: 'NO7099911110012', currency: 'NOK' },
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    creditorName: 'Lindenhof Verlag GmbH',
    creditorAgent: 'COBADEFFXXX',
    creditorAddress: { street: 'Lindenallee', townName: 'Köln', country: 'DE' },
    regulatoryReportingCode: '14',
    regulatoryReportingInformation: 'Printing of 12 000 books',
  },
  accounts: { debtor: 'norwegian', creditor: 'anywhere' },
  rules: [...crossBorderRules, regulatoryReporting],
  price: 'cross-border',
  execution: 'in-batches',
}
