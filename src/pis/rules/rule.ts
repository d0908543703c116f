import type { Bank } from '../../bank/port.ts'
import type { BankDays } from '../../kernel/execution-date.ts'
import type { Finding, ProblemCode } from '../../kernel/problem.ts'
import { type TppMessage, type TppMessageCode, tppMessage } from '../../wire/tpp-message.ts'
import type { PaymentBody } from '../payment.ts'

/** What the rules of a payment look at besides the payment itself. */
export interface RuleSituation extends BankDays {
  now: Temporal.Instant
  /** The announced changes that the answer follows. */
  changes: ReadonlySet<string>
  /** Otherwise nothing is told about an account that the TPP could not know. */
  psuKnown: boolean
  /** For the value in NOK, and for what creditors here demand. */
  bank: Pick<Bank, 'rate' | 'accountByNumber' | 'accountsByNumber'>
}

/** What is both a refusal and a code of `tppMessages`. */
export type FindingCode = Extract<TppMessageCode, ProblemCode>

/** Where a rule says what it finds; all findings of a request are told at once. */
export interface Report {
  error(code: FindingCode, path: string, text: string): void
  warning(code: FindingCode, path: string, text: string): void
}

/** Paths are relative to the payment, such as `creditorAccount/iban`. */
export type PaymentRule = (
  body: PaymentBody,
  situation: RuleSituation,
  report: Report,
) => void | Promise<void>

export interface CodedFinding extends Finding {
  code: FindingCode
}

/** A report that keeps what it is told. */
export interface Findings extends Report {
  readonly errors: CodedFinding[]
  readonly warnings: TppMessage[]
  /** For a part of the request: its paths are below `place`. */
  within(place: string): Report
}

export function collectFindings(): Findings {
  const errors: CodedFinding[] = []
  const warnings: TppMessage[] = []
  const within = (place: string): Report => ({
    error: (code, path, text) => errors.push({ code, path: `${place}/${path}`, text }),
    warning: (code, path, text) =>
      warnings.push(tppMessage('WARNING', code, text, `${place}/${path}`)),
  })
  return { errors, warnings, within, ...within('body') }
}
