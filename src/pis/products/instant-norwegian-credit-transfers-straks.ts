import { paymentBody } from '../../wire/payment-fields.ts'
import {
  domesticOptional,
  domesticRequired,
  domesticRules,
} from './norwegian-domestic-credit-transfers.ts'
import type { Product } from './product.ts'

export const instantNorwegianCreditTransfersStraks: Product = {
  name: 'instant-norwegian-credit-transfers-straks',
  aliases: ['instant-norwegian-domestic-credit-transfers-straks'],
  services: ['payments'],
  summary: 'NOK between Norwegian accounts, there at once at any hour',
  body: paymentBody('InstantNorwegianCreditTransfer', domesticRequired, domesticOptional),
  bodyExample: {
    instructedAmount: { amount: '350.00', currency: 'NOK' },
    debtorAccount: { bban: '99911110012', currency: 'NOK' },
    creditorAccount: { bban: '99992202021', currency: 'NOK' },
    creditorName: 'Solbakken Boligutleie AS',
    remittanceInformationUnstructured: 'Nøkkelkort',
  },
  currency: 'NOK',
  accounts: { debtor: 'norwegian', creditor: 'norwegian' },
  rules: domesticRules,
  price: 'instant',
  execution: 'at-approval',
}
