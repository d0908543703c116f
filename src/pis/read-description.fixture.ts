import type { SubjectDescription } from '../sca/sca.ts'
import { type Language, showDate, showMoney } from '../web/web.ts'

/** As a person reads it: label, value, and what is smaller below. */
export function read(
  { lines }: SubjectDescription,
  language: Language = 'nb',
): Record<string, string> {
  return Object.fromEntries(
    lines.map(({ label, value, notes = [] }) => [
      said(label, language),
      [value, ...notes].map((each) => said(each, language)).join(' | '),
    ]),
  )
}

export function said(
  value: SubjectDescription['lines'][number]['value'],
  language: Language,
): string {
  if (value instanceof Temporal.PlainDate) return plain(showDate(value, language))
  if (typeof value === 'string') return plain(value)
  return plain('minor' in value ? showMoney(value, language) : value[language])
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace('\u2212', '-')
