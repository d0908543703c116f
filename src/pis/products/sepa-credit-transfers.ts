import { paymentBody } from '../../wire/payment-fields.ts'
import { creditorHere, namedCurrency } from '../rules/creditor-here.ts'
import { referencesOrText } from '../rules/kid.ts'
import { structuredAddress } from '../rules/structured-address.ts'
import type { Product } from './product.ts'

export const sepaCreditTransfers: Product = {
  name: 'sepa-credit-transfers',
  aliases: [],
  services: ['payments'],
  summary: 'EUR to an IBAN in the SEPA area',
  body: paymentBody(
    'SepaCreditTransfer',
    ['instructedAmount', 'debtorAccount', 'creditorAccount'],
    [
      'endToEndIdentification',
      'creditorName',
      'creditorAgent',
      'creditorAddress',
      'ultimateDebtor',
      'ultimateCreditor',
      'purposeCode',
      'remittanceInformationUnstructured',
      'remittanceInformationStructuredArray',
      'remittanceInformationStructured',
      'requestedExecutionDate',
      'regulatoryReportingCode',
      'regulatoryReportingInformation',
    ],
  ),
  bodyExample: {
    instructedAmount: { amount: '85.20', currency: 'EUR' },
    debtorAccount: { iban: 'NO7099911110012', currency: 'NOK' },
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    creditorName: 'Lindenhof Verlag GmbH',
    creditorAgent: 'COBADEFFXXX',
    creditorAddress: { townName: 'Köln', country: 'DE' },
    remittanceInformationUnstructured: 'Rechnung 4711',
  },
  currency: 'EUR',
  accounts: { debtor: 'sepa', creditor: 'sepa' },
  rules: [creditorHere(namedCurrency), referencesOrText, structuredAddress],
  price: 'sepa',
  execution: 'in-batches',
}
