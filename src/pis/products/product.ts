import type { TObject } from 'typebox'
import type { FeeOrder } from '../../bank/port.ts'
import type { Currency } from '../../kernel/currency.ts'
import type { PaymentService } from '../payment.ts'
import type { AccountKind } from '../rules/accounts.ts'
import type { PaymentRule } from '../rules/rule.ts'

/** A product is a file beside this one: its name, its schema, its rules, how it is carried out. */
export interface Product {
  name: string
  /** Other names in addresses. */
  aliases: readonly string[]
  services: readonly PaymentService[]
  summary: string
  /** The body of a single payment. */
  body: TObject
  bodyExample: Readonly<Record<string, unknown>>
  /** The only one it carries; without it, any listed one. */
  currency?: Currency
  accounts: { debtor: AccountKind; creditor: AccountKind }
  /** Those that not every payment has to keep. */
  rules: readonly PaymentRule[]
  /** Which line of the price list it is. */
  price: FeeOrder['service']
  /** `at-approval`: settled within the approval itself, at any hour; otherwise in the batches. */
  execution: 'in-batches' | 'at-approval'
  /** Details and status are unknown before approval, unless the configuration says otherwise. */
  hiddenUntilApproved?: true
}
