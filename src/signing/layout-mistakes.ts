import { hash } from 'node:crypto'
import { type Draft, type Mistake, rightDraft } from './mistake.ts'

const layout = (reason: string, advice: string, change: Partial<Draft>): Mistake => ({
  reason,
  advice,
  drafts: (right) => [{ ...right, ...change }],
})

const signed = (reason: string, advice: string, sign: (text: Buffer) => Buffer): Mistake => ({
  reason,
  advice,
  drafts: (right) => [{ ...right, sign }],
})

const signTheText = 'Give the signing string itself to the signing function, which hashes it.'

/** Mistakes in how the lines are put together and handed to the signing function. */
export const layoutMistakes: readonly Mistake[] = [
  layout('A newline stands at the end of what was signed.', 'End the string with the last value.', {
    end: '\n',
  }),
  layout('The lines were joined by CR LF.', 'Join the lines by a single LF (`\\n`).', {
    separator: '\r\n',
  }),
  layout('Every line ends in CR LF.', 'Join the lines by a single LF, with none at the end.', {
    separator: '\r\n',
    end: '\r\n',
  }),
  layout('There is no space after the colon.', 'Write `name: value`, with one space.', {
    colon: ':',
  }),
  layout('Two spaces stand after the colon.', 'Write `name: value`, with one space.', {
    colon: ':  ',
  }),
  layout('Name and value are joined by `=`.', 'Write `name: value`.', { colon: '=' }),
  layout(
    'The lines were joined by a backslash and the letter n.',
    'Join the lines by the newline character; mind how your language writes it.',
    { separator: '\\n' },
  ),
  layout('The lines were joined by spaces.', 'Join the lines by a newline.', { separator: ' ' }),
  layout('The lines were joined by commas.', 'Join the lines by a newline.', { separator: ',' }),
  layout('The lines were joined by nothing.', 'Join the lines by a newline.', { separator: '' }),
  {
    reason: 'The names were signed as they are sent, with upper-case letters.',
    advice: 'Write the names in lower case in the signing string.',
    drafts: (right, { context }) => {
      const sentAs = namesAsSent(context.rawHeaders)
      return [renamed(right, (name) => sentAs.get(name) ?? name), renamed(right, titleCase)]
    },
  },
  {
    reason: 'The names were signed in capital letters.',
    advice: 'Write the names in lower case in the signing string.',
    drafts: (right) => [renamed(right, (name) => name.toUpperCase())],
  },
  {
    reason: 'Only the values were signed, without the names.',
    advice: 'Write `name: value` on every line.',
    drafts: (right) => [{ ...renamed(right, () => ''), colon: '' }],
  },
  signed(
    'The SHA-256 of the signing string was signed, so it was hashed twice.',
    signTheText,
    (text) => hash('sha256', text, 'buffer'),
  ),
  signed('The SHA-256 of the signing string was signed as hexadecimal text.', signTheText, (text) =>
    Buffer.from(hash('sha256', text, 'hex')),
  ),
  signed('The SHA-256 of the signing string was signed as base64 text.', signTheText, (text) =>
    Buffer.from(hash('sha256', text, 'base64')),
  ),
  signed('The signing string was encoded in base64 before it was signed.', signTheText, (text) =>
    Buffer.from(text.toString('base64')),
  ),
  signed(
    'Letters beyond ASCII were signed in another encoding than they were sent in.',
    'Sign the bytes that are sent.',
    (text) => Buffer.from(text.toString('latin1'), 'utf8'),
  ),
  signed(
    'Letters beyond ASCII were signed in another encoding than they were sent in.',
    'Sign the bytes that are sent.',
    (text) => Buffer.from(text.toString('utf8'), 'latin1'),
  ),
  {
    reason: 'The body was signed instead of the signing string.',
    advice: 'Sign the lines of the listed headers; the body is covered by its digest.',
    drafts: (_, { context }) => [{ ...rightDraft([]), sign: () => context.body }],
  },
  {
    reason: 'The digest was signed instead of the signing string.',
    advice: 'Sign the lines of the listed headers, of which the digest is one.',
    drafts: (_, { headers }) => {
      const digest = headers.get('digest') ?? ''
      const value = digest.slice(digest.indexOf('=') + 1)
      return [digest, value].map((text) => ({ ...rightDraft([]), sign: () => Buffer.from(text) }))
    },
  },
]

const renamed = (right: Draft, rename: (name: string) => string): Draft => ({
  ...right,
  lines: right.lines.map(([name, value]) => [rename(name), value]),
})

const titleCase = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

function namesAsSent(rawHeaders: readonly string[]): Map<string, string> {
  const names = rawHeaders.filter((_, place) => place % 2 === 0)
  return new Map(names.map((name) => [name.toLowerCase(), name]))
}
