import { headersToSign, requestTargetName } from './header-list.ts'
import { formatHttpDate, parseHttpDate } from './http-date.ts'
import { changeValues, type Draft, type Mistake, type SentRequest } from './mistake.ts'
import { requestTarget } from './signing-string.ts'
import { recoded } from './target-mistakes.ts'

const values = (
  reason: string,
  advice: string,
  change: (value: string, name: string) => string | undefined,
): Mistake => ({ reason, advice, drafts: (right) => changeValues(right, change) })

const asSent = 'Sign each value exactly as it is sent.'
const wholeDigest = 'Sign the whole value of the Digest header, such as `SHA-256=…`.'

const onlyDigest = (change: (value: string) => string) => (value: string, name: string) =>
  name === 'digest' ? change(value) : undefined

export const anotherOrder: Mistake = {
  reason: 'The lines were signed in another order than `headers` lists them.',
  advice: 'Build the signing string in the order of `headers`.',
  drafts: usualOrders,
}

/** Mistakes in which lines were signed, and with which values. */
export const lineMistakes: readonly Mistake[] = [
  anotherOrder,
  {
    reason: 'A listed header was left out of what was signed:',
    advice: 'Sign one line for each name in `headers`.',
    drafts: (right) =>
      right.lines.map(([name], place) => ({
        ...right,
        lines: right.lines.toSpliced(place, 1),
        detail: `\`${name}\``,
      })),
  },
  {
    reason: 'More was signed than `headers` lists:',
    advice: 'List in `headers` every line of the signing string, in its order.',
    drafts: withMore,
  },
  values(
    'The digest was signed without its `SHA-256=`.',
    wholeDigest,
    onlyDigest((value) => value.slice(value.indexOf('=') + 1)),
  ),
  values(
    'The digest was signed with its algorithm in lower case.',
    wholeDigest,
    onlyDigest((value) => value.replace(/^[^=]+/, (name) => name.toLowerCase())),
  ),
  values(
    'The digest was signed as hexadecimal text.',
    wholeDigest,
    onlyDigest((value) => {
      const start = value.indexOf('=') + 1
      return value.slice(0, start) + Buffer.from(value.slice(start), 'base64').toString('hex')
    }),
  ),
  {
    reason: 'A value was signed URL-encoded or URL-decoded:',
    advice: asSent,
    drafts: (right) =>
      [0, 1, 2, 3, 4, 5].flatMap((form) =>
        changeValues(right, (value, name) =>
          name === requestTargetName
            ? undefined
            : [...recoded(value), encodeURIComponent(value)][form],
        ),
      ),
  },
  values('A value was signed in lower case:', asSent, (value, name) =>
    name === requestTargetName ? undefined : value.toLowerCase(),
  ),
  values('A value was signed in upper case:', asSent, (value, name) =>
    name === requestTargetName ? undefined : value.toUpperCase(),
  ),
  {
    reason: 'All values were signed in lower case.',
    advice: asSent,
    drafts: (right) => [everyValue(right, (value) => value.toLowerCase())],
  },
  values('A value was signed in quotes:', asSent, (value) => `"${value}"`),
  values('A value was signed with a space after it:', asSent, (value) => `${value} `),
  {
    reason: 'All values were signed with a space after them.',
    advice: asSent,
    drafts: (right) => [everyValue(right, (value) => `${value} `)],
  },
  {
    reason: 'Another Date was signed than was sent.',
    advice: 'Make the date once, sign that text, and send that same text.',
    drafts: otherDates,
  },
]

const everyValue = (right: Draft, change: (value: string) => string): Draft => ({
  ...right,
  lines: right.lines.map(([name, value]) => [name, change(value)]),
})

/** Orders that come about by themselves; the search goes through the others. */
function usualOrders(right: Draft, { context }: SentRequest): Draft[] {
  const sent = context.rawHeaders.map((name) => name.toLowerCase())
  const canonical = headersToSign(right.lines.map(([name]) => name))
  const by = (names: string[]) =>
    right.lines.toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b))
  const alphabetical = right.lines.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [right.lines.toReversed(), alphabetical, by(sent), by(canonical)].map((lines) => ({
    ...right,
    lines,
  }))
}

const oftenSigned = ['host', 'content-type', 'content-length', 'tpp-signature-certificate']

function withMore(right: Draft, { context, headers }: SentRequest): Draft[] {
  const listed = new Set(right.lines.map(([name]) => name))
  const target = requestTarget(context.method, context.target)
  const more = [...headersToSign(headers.keys()), ...oftenSigned].map((name) => [
    name,
    headers.get(name) ?? '',
  ])
  return [[requestTargetName, target], ...more]
    .map(([name = '', value = '']) => [name, value] as const)
    .filter(([name]) => !listed.has(name) && (name === requestTargetName || headers.has(name)))
    .flatMap((line) => [
      { ...right, lines: [line, ...right.lines], detail: `\`${line[0]}\`` },
      { ...right, lines: [...right.lines, line], detail: `\`${line[0]}\`` },
    ])
}

/** A program that asks the clock twice signs a date a second or two off, or in another form. */
function otherDates(right: Draft, { context, headers }: SentRequest): Draft[] {
  const sent = headers.get('date')
  if (sent === undefined) return []
  let instant: Temporal.Instant
  try {
    instant = parseHttpDate(sent, context.now)
  } catch {
    return []
  }
  const near = [-1, 1, -2, 2].map((seconds) => formatHttpDate(instant.add({ seconds })))
  const iso = [instant.toString(), instant.toString({ smallestUnit: 'millisecond' })]
  const zones = [sent.replace(/GMT$/, '+0000'), sent.replace(/GMT$/, 'UTC')]
  return [...near, ...iso, ...zones].flatMap((other) =>
    changeValues(right, (_, name) => (name === 'date' ? other : undefined)),
  )
}
