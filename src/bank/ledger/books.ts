import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import type {
  Account,
  AccountStatus,
  Agreement,
  BankRefusal,
  BankTransaction,
  CardAccount,
  CashAccountType,
  Customer,
  CustomerAgreement,
  Engagement,
  EngagementRole,
  TransactionDetails,
} from '../port.ts'
import type { Counted } from './counts.ts'

/** What our own bank can do beyond the port: fill its books and steer them. */
export interface Books {
  customers(): Promise<Customer[]>
  createCustomers(customers: readonly NewCustomer[]): Promise<BooksResult<Customer>[]>

  accounts(): Promise<Account[]>
  openAccounts(
    accounts: readonly NewAccount[],
    at: Temporal.Instant,
  ): Promise<BooksResult<Account>[]>
  cardAccounts(): Promise<CardAccount[]>
  openCardAccounts(
    accounts: readonly NewCardAccount[],
    at: Temporal.Instant,
  ): Promise<BooksResult<CardAccount>[]>
  /** Accounts and card accounts alike; what is left out stays. */
  changeAccount(accountId: string, change: AccountChange): Promise<BooksResult<void>>

  /** Every agreement with every engagement under it. */
  agreements(): Promise<CustomerAgreement[]>
  agreement(id: string): Promise<BooksResult<CustomerAgreement>>
  createAgreement(agreement: NewAgreement): Promise<BooksResult<Agreement>>
  engage(engagements: readonly NewEngagement[]): Promise<BooksResult<Engagement>[]>
  disengage(engagementId: string): Promise<BooksResult<void>>

  /** Against the world's clearing account, whatever the balance; up to thousands at a time. */
  enter(
    transactions: readonly NewTransaction[],
    at: Temporal.Instant,
  ): Promise<BooksResult<BankTransaction>[]>
  /** An adjusting transaction against clearing makes up the difference, if there is one. */
  setBalance(
    accountId: string,
    booked: Money,
    at: Temporal.Instant,
  ): Promise<BooksResult<BankTransaction | undefined>>
  /** Booked ones, newest first. */
  records(query: RecordQuery): Promise<BooksResult<BankTransaction[]>>
  /** The bank's own accounts, summed from their entries. */
  internalBalances(): Promise<InternalBalance[]>
  /** How many there are in the world. */
  count(what: Counted): Promise<bigint>
}

export type BooksRefusal =
  | BankRefusal
  /** The customer number, IBAN or card number has an owner already. */
  | 'number-taken'
  | 'engagement-unknown'
  /** Only a corporate customer makes agreements, and only about its own accounts. */
  | 'owner-not-corporate'
  | 'account-not-owned'
  | 'date-in-future'

export type BooksResult<Value> = { ok: true; value: Value } | { ok: false; refusal: BooksRefusal }

export interface NewCustomer {
  /** Drawn at random unless given. */
  id?: string
  number: string
  name: string
  type: Customer['type']
  organisationNumber?: string
}

interface NewAnyAccount {
  id?: string
  ownerId: string
  /** NOK unless given. */
  currency?: Currency
  name?: string
  product?: string
}

export interface NewAccount extends NewAnyAccount {
  /** Drawn at random unless given. */
  bban?: string
  cashAccountType?: CashAccountType
  paymentsAllowed?: boolean
  kidRequired?: boolean
  /** How far the account may be overdrawn. */
  creditLimit?: Money
}

export interface NewCardAccount extends NewAnyAccount {
  maskedPan?: string
  creditLimit: Money
}

export interface AccountChange {
  name?: string
  status?: AccountStatus
  paymentsAllowed?: boolean
  kidRequired?: boolean
  creditLimit?: Money
}

export interface NewAgreement {
  id?: string
  ownerId: string
  name: string
}

export interface NewEngagement {
  id?: string
  agreementId: string
  customerId: string
  accountId: string
  roles: readonly EngagementRole[]
  registerLimit?: Money
  approvalLimit?: Money
}

export interface NewTransaction {
  id?: string
  accountId: string
  /** Negative when money leaves the account. */
  amount: Money
  /** Booked unless given. */
  status?: 'booked' | 'pending'
  bookingDate: Temporal.PlainDate
  /** The booking date unless given. */
  valueDate?: Temporal.PlainDate
  endToEndId?: string
  /** Card accounts: whether it is on an invoice already. */
  invoiced?: boolean
  details: TransactionDetails
}

export interface RecordQuery {
  accountId: string
  from?: Temporal.PlainDate
  to?: Temporal.PlainDate
  offset: number
  /** All of them unless given. */
  limit?: number
}

export interface InternalBalance {
  name: InternalAccount
  amount: Money
}

/** The bank's own accounts, one of each per world and currency. */
export type InternalAccount = 'clearing' | 'fees' | 'exchange'
