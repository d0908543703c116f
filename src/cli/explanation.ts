import type { Explanation } from '../signing/signing.ts'

/** The sandbox's explanation of a refusal, laid out for a terminal; nothing when there is none. */
export function printExplanation(body: unknown): string {
  if (body === null || typeof body !== 'object' || !('explanation' in body)) return ''
  const told = body.explanation as Explanation
  const lines = [
    `\nWhy it was refused (check: ${told.check})`,
    `  ${told.reason}`,
    `  ${told.advice}`,
  ]
  const { firstDifference: difference, signingString } = told
  if (difference) {
    lines.push(`\nFirst difference, in the ${difference.in} at character ${difference.at}`)
    lines.push(`  expected: ${JSON.stringify(difference.expected)}`)
    lines.push(`  received: ${JSON.stringify(difference.received)}`)
  }
  if (signingString !== undefined) {
    lines.push('\nThe signing string the service built', indent(signingString))
  }
  if (told.expectedKeyId !== undefined)
    lines.push(`\nThe keyId it expected\n  ${told.expectedKeyId}`)
  if (told.clockDifferenceSeconds !== undefined) {
    lines.push(`\nClock difference: ${told.clockDifferenceSeconds} s`)
  }
  return `${lines.join('\n')}\n`
}

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
