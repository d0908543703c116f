import {
  type BankDays,
  type ExecutionDate,
  parseExecutionDate,
} from '../../kernel/execution-date.ts'
import type { Report } from './rule.ts'

/** The day a payment is carried out on; the text has passed the schema, so it is a date. */
export function readExecutionDate(
  raw: string | undefined,
  days: BankDays,
  report: Report,
  member = 'requestedExecutionDate',
): ExecutionDate | undefined {
  const answer = parseExecutionDate(raw, days)
  if (answer.ok) return answer.value
  report.error('EXECUTION_DATE_INVALID', member, answer.text)
  return undefined
}

/** Instant payments know neither banking days nor a day to wait for. */
export const atOnce = ({ today }: Pick<BankDays, 'today'>): ExecutionDate => ({
  requested: today,
  date: today,
})
