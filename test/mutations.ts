import fc from 'fast-check'

/** What goes wrong with JSON that was sound: one place of it becomes another value, or goes, or grows. */

type Json = null | boolean | number | string | Json[] | { [member: string]: Json }
type Place = (string | number)[]

const odd: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  ...[null, true, 0, -1, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, [], {}, [[]], '', ' '],
  ...[
    '\u0000',
    '\u202e',
    '\ud800',
    '😀',
    '０１２',
    'e\u0301\u0302\u0303\u0304',
    'ﬁ',
    '\n',
    '\u00ad',
  ],
  ...['0000-00-00', '9999-12-31', '2026-02-30', '-000001-01-01', 'NaN', 'Infinity', '1e5', '-0.00'],
  ...['999999999999999999', '0.000001', '1,00', 'NO', 'XX00', "'; drop table payment; --", '%00'],
  ...['å'.repeat(36), 'å'.repeat(141), 'x'.repeat(5000)],
)

const value = fc.oneof(
  odd,
  fc.jsonValue({ maxDepth: 2 }).map((each) => each as Json),
)

const member = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'amount', 'city', 'iban', 'payments', ''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

type Change = (body: Json) => Json

const change: fc.Arbitrary<Change> = fc
  .record({
    where: fc.nat(),
    kind: fc.constantFrom('replace', 'drop', 'add', 'double'),
    value,
    member,
  })
  .map(({ where, kind, value: given, member: name }) => (body: Json) => {
    const places = placesIn(body)
    const place = places[where % places.length] ?? []
    if (kind === 'replace') return changed(body, place, () => given)
    if (kind === 'drop') return changed(body, place, () => undefined)
    return changed(body, place, (now) => grown(now, kind === 'add' ? [name, given] : undefined))
  })

export const mutations = fc.array(change, { minLength: 1, maxLength: 3 })

export const mutate = (body: unknown, changes: readonly Change[]): unknown =>
  changes.reduce((sofar, each) => each(sofar), body as Json)

/** More of it: another member or item, or the same once more. */
function grown(now: Json, more: [name: string, value: Json] | undefined): Json {
  if (typeof now === 'string') return now + (more ? more[0] : now)
  if (Array.isArray(now)) return more ? [...now, more[1]] : [...now, ...now]
  if (now === null || typeof now !== 'object') return more ? more[1] : [now]
  return more ? { ...now, [more[0]]: more[1] } : { ...now, again: now }
}

function placesIn(body: Json, here: Place = []): Place[] {
  if (body === null || typeof body !== 'object') return [here]
  const inside = Object.entries(body).flatMap(([name, each]) => placesIn(each, [...here, name]))
  return [here, ...inside]
}

function changed(body: Json, place: Place, by: (now: Json) => Json | undefined): Json {
  const [name, ...rest] = place
  if (name === undefined) return by(body) ?? null
  if (body === null || typeof body !== 'object') return body
  const entries = Object.entries(body).flatMap(([key, each]): [string, Json][] => {
    if (key !== name) return [[key, each]]
    const now = rest.length === 0 ? by(each) : changed(each, rest, by)
    return now === undefined ? [] : [[key, now]]
  })
  return Array.isArray(body) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
