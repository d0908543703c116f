import type { Currency } from '../kernel/currency.ts'
import type { Money } from '../kernel/money.ts'
import type { CharacterSet } from '../kernel/text.ts'
import type { Execution } from './execution.ts'
import type { ListedAccount, Transactions } from './transaction-list.ts'

export type * from './execution.ts'
export type * from './transaction-details.ts'
export type * from './transaction-list.ts'

/** What a bank core must do for us. Every id is opaque, and one of another bank is unknown. */
export interface Bank extends Customers, Accounts, Transactions, Prices, Execution {
  /** The set that texts must keep to, by its name in `kernel/text.ts`; the same for every world. */
  readonly characterSet: CharacterSet
  /**
   * By an edition that the caller has read before, the bank may answer from memory; it must not be
   * given by whoever changes the register in the same transaction. Without one, and by a core that
   * has none, the register is asked.
   */
  register(edition?: string | undefined): Register
}

/** Everything that a bank may refuse; nothing else is a refusal, but a fault. */
export type BankRefusal =
  | 'customer-unknown'
  | 'agreement-unknown'
  | 'account-unknown'
  | 'account-closed'
  | 'account-blocked'
  | 'payments-not-allowed'
  | 'insufficient-funds'
  /** The account is in another currency than the amount. */
  | 'currency-not-held'
  | 'currency-not-quoted'
  /** The creditor's account is here and does not take the payment: closed, blocked, or no KID. */
  | 'creditor-refuses'
  /** The balance would have more than 18 digits. */
  | 'amount-too-large'
  | 'transaction-unknown'
  | 'reference-unknown'
  /** Another payment, or another step than this one, already has the reference. */
  | 'reference-used'

export type BankResult<Value> = { ok: true; value: Value } | { ok: false; refusal: BankRefusal }

export interface Customers {
  customer(id: string): Promise<BankResult<Customer>>
  /** By what the customer logs in with. */
  customerByNumber(number: string): Promise<BankResult<Customer>>
  /** The agreements under which the customer may act, with what each lets this customer do. */
  agreementsOf(customerId: string): Promise<BankResult<CustomerAgreement[]>>
}

export interface Customer {
  id: string
  number: string
  name: string
  type: 'PRIVATE' | 'CORPORATE'
  organisationNumber?: string
}

/** A corporate customer's agreement with the bank about who may act for it. */
export interface Agreement {
  id: string
  ownerId: string
  ownerName: string
  name: string
}

export interface CustomerAgreement extends Agreement {
  engagements: Engagement[]
}

export type EngagementRole = 'VIEW' | 'REGISTER' | 'APPROVE'

/** What one customer may do with one account under an agreement. */
export interface Engagement {
  id: string
  customerId: string
  accountId: string
  roles: EngagementRole[]
  /** Per payment; no limit when absent. */
  registerLimit?: Money
  approvalLimit?: Money
}

/** Own accounts, or those of a company under one of its agreements. */
export type Context = { kind: 'PRIVATE' } | { kind: 'CORPORATE'; agreementId: string }

/** For whom something is read: an account that is not reached so, or not visible, is unknown. */
export interface Reach {
  customerId: string
  context: Context
}

export interface Accounts {
  /**
   * All that the customer reaches in the context, with what is on each, in one question; an
   * agreement that is not the customer's is unknown.
   */
  accountsOf(customerId: string, context: Context): Promise<BankResult<ReachedAccount[]>>
  cardAccountsOf(customerId: string, context: Context): Promise<BankResult<ReachedCardAccount[]>>
  account(id: string): Promise<BankResult<Account>>
  cardAccount(id: string): Promise<BankResult<CardAccount>>
  /** Many at once; the answer has the order of the ids. */
  accounts(ids: readonly string[]): Promise<BankResult<Account>[]>
  /** The account here with this IBAN or Norwegian account number. */
  accountByNumber(number: AccountNumber): Promise<BankResult<Account>>
  /** The answer has the order of the numbers. */
  accountsByNumber(numbers: readonly AccountNumber[]): Promise<BankResult<Account>[]>
  /** Of accounts and card accounts alike; the answer has the order of the ids. */
  balances(accountIds: readonly string[]): Promise<BankResult<Balance[]>[]>
  /** Of one, with what it is called, and only if it is reached: all in one question. */
  balancesWithin(accountId: string, reach: Reach): Promise<BankResult<ListedBalances>>
}

/** Who has which account with which rights: all of an account but what is on it. Seldom changed. */
export interface Register extends Pick<Accounts, 'accountByNumber' | 'accountsByNumber'> {
  accountsOf(customerId: string, context: Context): Promise<BankResult<AccountInReach[]>>
}

export interface ListedBalances {
  account: ListedAccount
  balances: Balance[]
}

export type AccountNumber = { iban: string } | { bban: string }

export type AccountStatus = 'enabled' | 'blocked' | 'closed'

/** What ISO 20022 calls the types of cash accounts. */
export type CashAccountType = 'CACC' | 'SVGS' | 'TRAN' | 'LOAN' | 'CARD' | 'OTHR'

interface AnyAccount {
  id: string
  ownerId: string
  ownerName: string
  ownerType: Customer['type']
  currency: Currency
  name: string
  product: string
  status: AccountStatus
  openedOn: Temporal.PlainDate
}

export interface Account extends AnyAccount {
  iban: string
  bban: string
  cashAccountType: CashAccountType
  /** The bank may withdraw this while the account stays readable. */
  paymentsAllowed: boolean
  /** Payments to this account must carry a KID. */
  kidRequired: boolean
}

export interface CardAccount extends AnyAccount {
  maskedPan: string
  creditLimit: Money
}

export interface AccountInReach extends Account {
  rights: Rights
}

export interface ReachedAccount extends AccountInReach {
  balances: Balance[]
}

export interface ReachedCardAccount extends CardAccount {
  rights: Rights
  balances: Balance[]
}

/** The rights of one customer on one account in one context. */
export interface Rights {
  visible: boolean
  /** Account, status and engagement all allow it. */
  paymentsAllowed: boolean
  mayApprove: boolean
  /** Whoever has the role to approve, also when the account allows no payments any more. */
  mayCancel: boolean
  registerLimit?: Money
  approvalLimit?: Money
}

export type BalanceType =
  | 'interimAvailable'
  | 'interimBooked'
  | 'expected'
  | 'closingBooked'
  | 'nonInvoiced'

export interface Balance {
  type: BalanceType
  amount: Money
  creditLimitIncluded: boolean
  lastChangeAt: Temporal.Instant
}

export interface Prices {
  /** The bank's rate between the two, in the direction in which it is quoted. */
  rate(from: Currency, to: Currency, on: Temporal.PlainDate): Promise<BankResult<QuotedRate>>
  fee(order: FeeOrder): Promise<BankResult<Money>>
}

export interface QuotedRate {
  unitCurrency: Currency
  quoteCurrency: Currency
  rate: { readonly numerator: bigint; readonly scale: number }
  quotationDate: Temporal.PlainDate
}

/** What a payment of this kind costs, in the currency of the account that it is paid from. */
export type FeeOrder = {
  service: 'domestic' | 'instant' | 'sepa' | 'cross-border'
  urgent: boolean
  amount: Money
} & ({ debtorAccountId: string } | { debtorCurrency: Currency })
