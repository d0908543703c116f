import { paymentBody } from '../../wire/payment-fields.ts'
import { agentForBban } from '../rules/creditor-agent.ts'
import { creditorHere, namedCurrency } from '../rules/creditor-here.ts'
import type { PaymentRule } from '../rules/rule.ts'
import { structuredAddress } from '../rules/structured-address.ts'
import type { Product } from './product.ts'

export const crossBorderRules: readonly PaymentRule[] = [
  creditorHere(namedCurrency),
  agentForBban,
  structuredAddress,
]

export const crossBorderCreditTransfers: Product = {
  name: 'cross-border-credit-transfers',
  aliases: [],
  services: ['payments'],
  summary: 'Any listed currency to any country',
  body: paymentBody(
    'CrossBorderCreditTransfer',
    ['instructedAmount', 'debtorAccount', 'creditorAccount'],
    [
      'endToEndIdentification',
      'creditorName',
      'creditorAgent',
      'creditorAddress',
      'purposeCode',
      'serviceLevelCode',
      'remittanceInformationUnstructured',
      'requestedExecutionDate',
    ],
  ),
  bodyExample: {
    instructedAmount: { amount: '420.00', currency: 'USD' },
    debtorAccount: { bban: '99911110012', currency: 'NOK' },
    creditorAccount: { bban: '000123456789', currency: 'USD' },
    creditorName: 'Harbor Light Books LLC',
    creditorAgent: 'CHASUS33',
    creditorAddress: { street: 'Wharf Street', townName: 'Portland', country: 'US' },
    serviceLevelCode: 'URGP',
    remittanceInformationUnstructured: 'Invoice 1042',
  },
  accounts: { debtor: 'norwegian', creditor: 'anywhere' },
  rules: crossBorderRules,
  price: 'cross-border',
  execution: 'in-batches',
}
