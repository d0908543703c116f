import { paymentBody } from '../../wire/payment-fields.ts'
import { norwegianAgent } from '../rules/creditor-agent.ts'
import { creditorHere, namedCurrency } from '../rules/creditor-here.ts'
import { demandedKid, kid, referencesOrText } from '../rules/kid.ts'
import type { PaymentRule } from '../rules/rule.ts'
import type { Product } from './product.ts'

/** Also those of instant payments, which differ in nothing but their speed. */
export const domesticRules: readonly PaymentRule[] = [
  norwegianAgent,
  referencesOrText,
  kid,
  creditorHere(namedCurrency, demandedKid),
]

export const domesticRequired = [
  'instructedAmount',
  'debtorAccount',
  'creditorAccount',
  'creditorName',
] as const

export const domesticOptional = [
  'endToEndIdentification',
  'creditorAgent',
  'creditorAddress',
  'ultimateDebtor',
  'ultimateCreditor',
  'purposeCode',
  'remittanceInformationUnstructured',
  'remittanceInformationStructuredArray',
  'remittanceInformationStructured',
] as const

export const norwegianDomesticCreditTransfers: Product = {
  name: 'norwegian-domestic-credit-transfers',
  aliases: [],
  services: ['payments', 'bulk-payments', 'periodic-payments'],
  summary: 'NOK between Norwegian accounts',
  body: paymentBody('NorwegianDomesticCreditTransfer', domesticRequired, [
    ...domesticOptional,
    'requestedExecutionDate',
  ]),
  bodyExample: {
    instructedAmount: { amount: '1249.00', currency: 'NOK' },
    debtorAccount: { bban: '99911110012', currency: 'NOK' },
    creditorAccount: { bban: '99992202021', currency: 'NOK' },
    creditorName: 'Solbakken Boligutleie AS',
    remittanceInformationStructuredArray: [{ reference: '2345676', referenceType: 'SCOR' }],
  },
  currency: 'NOK',
  accounts: { debtor: 'norwegian', creditor: 'norwegian' },
  rules: domesticRules,
  price: 'domestic',
  execution: 'in-batches',
  hiddenUntilApproved: true,
}
