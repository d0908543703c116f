import type { Currency } from '../../kernel/currency.ts'
import { remembered } from '../../kernel/remembered.ts'
import type {
  Account,
  AccountStatus,
  CardAccount,
  CashAccountType,
  Customer,
  EngagementRole,
  Rights,
} from '../port.ts'
import { limitsOf } from './agreements.ts'

/** One shape for all statements that read accounts. */
export interface AccountRow {
  id: string
  kind: 'account' | 'card'
  ownerId: string
  ownerName: string
  ownerType: Customer['type']
  currency: Currency
  name: string
  product: string
  cashAccountType: CashAccountType
  status: AccountStatus
  openedOn: string
  paymentsAllowed: boolean
  kidRequired: boolean
  iban: string | null
  bban: string | null
  maskedPan: string | null
  creditLimit: bigint
}

/** The same without what JSON cannot hold. */
export type ListedAccountRow = Omit<AccountRow, 'creditLimit'>

export const listedColumns = `a.id, a.kind, a.owner_id as "ownerId", o.name as "ownerName",
  o.type as "ownerType", a.currency, a.name, a.product, a.cash_account_type as "cashAccountType",
  b.status, a.opened_on as "openedOn", b.payments_allowed as "paymentsAllowed",
  a.kid_required as "kidRequired", a.iban, a.bban, a.masked_pan as "maskedPan"`

export const accountColumns = `${listedColumns}, b.credit_limit as "creditLimit"`

export const accountTables = `account a
  join customer o on o.world_id = $1 and o.id = a.owner_id
  join account_balance b on b.world_id = $1 and b.account_id = a.id`

/** In the order in which they are listed. */
export const accountOrder = 'a.opened_on, coalesce(a.bban, a.masked_pan), a.id'

const anyAccountOf = (row: ListedAccountRow) => ({
  id: row.id,
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  ownerType: row.ownerType,
  currency: row.currency,
  name: row.name,
  product: row.product,
  status: row.status,
  openedOn: dateIn(row.openedOn),
})

const datesRemembered = 10_000

/** Many accounts are opened on one day, and each is read many times. */
const dateIn = remembered(datesRemembered, (text: string) => Temporal.PlainDate.from(text))

export const toAccount = (row: ListedAccountRow): Account => ({
  ...anyAccountOf(row),
  iban: row.iban!,
  bban: row.bban!,
  cashAccountType: row.cashAccountType,
  paymentsAllowed: row.paymentsAllowed,
  kidRequired: row.kidRequired,
})

export const toCardAccount = (row: AccountRow): CardAccount => ({
  ...anyAccountOf(row),
  maskedPan: row.maskedPan!,
  creditLimit: { minor: row.creditLimit, currency: row.currency },
})

/** Columns of the engagement; none of them in the private context. */
export interface EngagedColumns {
  roles: EngagementRole[] | null
  registerLimit: bigint | null
  approvalLimit: bigint | null
}

export function rightsOf(row: ListedAccountRow & EngagedColumns): Rights {
  const may = (role: EngagementRole) => row.roles === null || row.roles.includes(role)
  const payable = row.paymentsAllowed && row.status === 'enabled'
  return {
    visible: may('VIEW'),
    paymentsAllowed: payable && may('REGISTER'),
    mayApprove: payable && may('APPROVE'),
    mayCancel: may('APPROVE'),
    ...limitsOf(row),
  }
}
