import type { ExplainContext } from './explanation.ts'
import type { MessageHeaders } from './headers.ts'
import { signingBytes } from './signing-string.ts'

/** A signing string before it is printed, so that a mistake can change any part of it. */
export interface Draft {
  lines: readonly (readonly [name: string, value: string])[]
  colon: string
  separator: string
  end: string
  /** What was done to the text before it was signed, when it is not simply its bytes. */
  sign?: (text: Buffer) => Buffer
  /** Which line or which form it was, for the sentence. */
  detail?: string
}

export interface SentRequest {
  context: ExplainContext
  headers: MessageHeaders
}

/** One way in which signing strings usually go wrong. */
export interface Mistake {
  reason: string
  advice: string
  /** The drafts that a caller who makes this mistake would have signed. */
  drafts(right: Draft, request: SentRequest): Draft[]
}

export const rightDraft = (lines: Draft['lines']): Draft => ({
  lines,
  colon: ': ',
  separator: '\n',
  end: '',
})

export function draftText(draft: Draft): string {
  const lines = draft.lines.map(([name, value]) => `${name}${draft.colon}${value}`)
  return `${lines.join(draft.separator)}${draft.end}`
}

export function draftBytes(draft: Draft): Buffer {
  const text = signingBytes(draftText(draft))
  return draft.sign ? draft.sign(text) : text
}

/** Drafts in which the value of one line is another one. */
export function changeValues(
  right: Draft,
  change: (value: string, name: string) => string | undefined,
): Draft[] {
  return right.lines.flatMap(([name, value], place) => {
    const other = change(value, name)
    if (other === undefined || other === value) return []
    const lines = right.lines.with(place, [name, other])
    return [{ ...right, lines, detail: `\`${name}\`` }]
  })
}
