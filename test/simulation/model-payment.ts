/** What the model knows of accounts and payments. Amounts are in øre; accounts go by their number. */

export interface ModelAccount {
  bban: string
  iban: string
  owner: string
  currency: string
  booked: bigint
  /** Set aside by what the bank knew before the run began. */
  reserved: bigint
  paymentsAllowed: boolean
  kidRequired: boolean
}

export type Kind =
  | 'single'
  | 'instant'
  | 'sepa'
  | 'swift'
  | 'bulk'
  | 'periodic'
  | 'part'
  | 'execution'

export interface ModelPayment {
  id: string
  kind: Kind
  /** Who has it made, and for which company. */
  owner: string
  company: string | undefined
  debtor: string
  creditor: string
  /** As it was asked for; what that takes from the account, what it costs, and its worth in NOK. */
  amount: bigint
  debit: bigint
  fee: bigint
  value: bigint
  status: string
  asked: Temporal.PlainDate
  /** Whether the TPP asked for that day, or left it to the bank. */
  dated: boolean
  day: Temporal.PlainDate
  /** The parts of a bulk payment, or the executions of a periodic one. */
  children: ModelPayment[]
  approved: boolean
  /** Of a part in its bulk payment. */
  place?: number
  readyAt?: Temporal.Instant | undefined
  /** Periodic: a payment every week from `asked` on, and the last day it may be due. */
  until?: Temporal.PlainDate
  nextDue?: Temporal.PlainDate | undefined
  /** Whether it was not settled who pays for whom; whoever approves it registers it too. */
  open: boolean
  /** The only one who may approve it, when the TPP has told nothing but their number. */
  meantFor?: string | undefined
  /** How many times its money has moved. */
  moved: number
}

export const copyOf = (payment: ModelPayment): ModelPayment => ({
  ...payment,
  children: payment.children.map(copyOf),
})

/** What its limits are about, and what moves money: itself, or its parts. */
export const moversOf = (payment: ModelPayment): readonly ModelPayment[] =>
  payment.kind === 'bulk' ? payment.children : [payment]

export const isCancellable = ({ status }: ModelPayment): boolean =>
  status === 'ACTC' || status === 'ACWC'

/** Whether a basket may take it. */
export const isSingle = ({ kind }: ModelPayment): boolean => kind !== 'bulk' && kind !== 'periodic'
