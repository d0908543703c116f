import type { Finding } from '../kernel/problem.ts'
import { parseText } from '../kernel/text.ts'

/**
 * Every text of a body in NFC and in the bank's character set. Runs after the schema has passed,
 * which bounds how deep the value can be nested.
 */
export function bankText(value: unknown, path: string, findings: Finding[]): unknown {
  if (typeof value === 'string') return textOrFinding(value, path, findings)
  if (Array.isArray(value)) {
    return value.map((item, index) => bankText(item, `${path}/${index}`, findings))
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, bankText(item, `${path}/${key}`, findings)]),
  )
}

function textOrFinding(value: string, path: string, findings: Finding[]): string {
  const text = parseText(value)
  if (text.ok) return text.value
  findings.push({ path, text: text.text })
  return value
}
