import type { Context } from '../bank/port.ts'
import type { Currency } from '../kernel/currency.ts'
import type { Money } from '../kernel/money.ts'
import type { TppMessage } from '../wire/tpp-message.ts'
import type { PaymentEvent, PaymentStatus } from './status.ts'

export type { TppMessage }

export const paymentServices = ['payments', 'bulk-payments', 'periodic-payments'] as const
export type PaymentService = (typeof paymentServices)[number]

/** One payment, or one part of a bulk payment, in the words of the interface; amounts are checked. */
export interface PaymentBody {
  endToEndIdentification?: string
  debtorAccount?: AccountNumbers
  instructedAmount: { amount: string; currency: Currency }
  creditorAccount: AccountNumbers
  creditorName?: string
  creditorAgent?: string
  creditorAddress?: CreditorAddress
  ultimateDebtor?: string
  ultimateCreditor?: string
  purposeCode?: string
  serviceLevelCode?: 'NURG' | 'URGP'
  remittanceInformationUnstructured?: string
  remittanceInformationStructuredArray?: StructuredReference[]
  requestedExecutionDate?: string
  regulatoryReportingCode?: string
  regulatoryReportingInformation?: string
}

export interface PeriodicBody extends PaymentBody {
  startDate: string
  endDate?: string
  frequency: string
  dayOfExecution?: string
  monthsOfExecution?: string[]
  executionRule?: 'following' | 'preceding'
}

export interface BulkBody {
  paymentInformationId?: string
  batchBookingPreferred?: boolean
  debtorAccount: AccountNumbers
  requestedExecutionDate?: string
  payments: PaymentBody[]
}

/** Without spaces; whichever the TPP has sent. */
export interface AccountNumbers {
  iban?: string
  bban?: string
  currency?: Currency
}

export interface StructuredReference {
  reference: string
  referenceType?: string
  referenceIssuer?: string
}

export interface CreditorAddress {
  street?: string
  buildingNumber?: string
  postalCode?: string
  townName?: string
  country: string
}

/** Whom a payment belongs to; what another TPP knows of is unknown. */
export interface Payer {
  tppId: string
  /** Null until somebody approves, when the TPP does not know the PSU yet. */
  customerId: string | null
  /** The number that whoever approves must log in with, when that is all that is known. */
  meantFor: string | null
  context: Context['kind']
  /** Null in the corporate context until the PSU has chosen. */
  agreementId: string | null
}

/** A row of the table `payment`. */
export interface Payment extends Payer {
  id: string
  service: PaymentService
  product: string
  parentId: string | null
  place: number | null
  debtorAccountId: string | null
  body: PaymentBody | PeriodicBody | BulkBody
  /** What the PSU is asked for in all. */
  amount: Money
  /** In the currency of the debtor's account; zero when it costs nothing. */
  fee: Money | null
  endToEndId: string | null
  requestedOn: Temporal.PlainDate | null
  executionOn: Temporal.PlainDate | null
  status: PaymentStatus
  history: readonly StatusStep[]
  fundsAvailable: boolean | null
  messages: readonly TppMessage[] | null
  psuMessage: string | null
  createdAt: Temporal.Instant
  approvedAt: Temporal.Instant | null
  readyAt: Temporal.Instant | null
  nextOn: Temporal.PlainDate | null
}

export interface StatusStep {
  status: PaymentStatus
  event: PaymentEvent
  /** An ISO 8601 instant. */
  at: string
}
