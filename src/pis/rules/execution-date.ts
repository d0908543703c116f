import { type ExecutionDate, parseExecutionDate } from '../../kernel/execution-date.ts'
import type { Report, RuleSituation } from './rule.ts'

/** The day a payment is carried out on; the text has passed the schema, so it is a date. */
export function readExecutionDate(
  raw: string | undefined,
  { today }: Pick<RuleSituation, 'today'>,
  report: Report,
  member = 'requestedExecutionDate',
): ExecutionDate | undefined {
  const answer = parseExecutionDate(raw, today)
  if (answer.ok) return answer.value
  report.error('EXECUTION_DATE_INVALID', member, answer.text)
  return undefined
}

/** Instant payments know neither banking days nor a day to wait for. */
export const atOnce = ({ today }: Pick<RuleSituation, 'today'>): ExecutionDate => ({
  requested: today,
  date: today,
})
