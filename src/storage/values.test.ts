import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { columnTypes, toParameter } from './values.ts'

function parse(oid: number, text: string): unknown {
  return (columnTypes.getTypeParser(oid, 'text') as (text: string) => unknown)(text)
}

test('reads a date as the text that it is', () => {
  assert.equal(parse(1082, '2026-03-29'), '2026-03-29')
  assert.deepEqual(parse(1182, '{2026-03-29,NULL}'), ['2026-03-29', null])
})

test('reads any int8 as a bigint', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      assert.equal(parse(20, String(toParameter(value))), value)
      assert.deepEqual(parse(1016, `{${value},NULL}`), [value, null])
    }),
  )
})

test('reads a numeric as text, so that no digit is lost', () => {
  assert.equal(parse(1700, '0.10000000000000000001'), '0.10000000000000000001')
  assert.deepEqual(parse(1231, '{0.10000000000000000001}'), ['0.10000000000000000001'])
})

test('cuts an instant to microseconds, never into the future', () => {
  const yearOneUs = -62_135_596_800_000_000n
  const year9999Us = 253_402_300_799_999_999n
  fc.assert(
    fc.property(
      fc.bigInt({ min: yearOneUs, max: year9999Us }),
      fc.bigInt({ min: 0n, max: 999n }),
      (microseconds, nanoseconds) => {
        const instant = new Temporal.Instant(microseconds * 1000n + nanoseconds)
        const sent = Temporal.Instant.from(String(toParameter(instant)))
        assert.equal(sent.epochNanoseconds, microseconds * 1000n)
      },
    ),
  )
})

test('reads a time stamp as the server prints it', () => {
  const read = parse(1184, '2026-11-15 02:05:00.123456+00') as Temporal.Instant
  assert.equal(read.toString(), '2026-11-15T02:05:00.123456Z')
})

test('sends numbers and truth as text, plain objects as JSON, missing values as null', () => {
  assert.equal(toParameter(-1.5), '-1.5')
  assert.equal(toParameter(true), 'true')
  assert.equal(toParameter({ a: [1] }), '{"a":[1]}')
  assert.equal(toParameter(undefined), null)
  assert.equal(toParameter(Temporal.PlainDate.from('2026-02-28')), '2026-02-28')
})

test('sends an array as the server writes one, whatever its texts hold', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('NULL', '', ' ', ',', '{}', '"', '\\\\'))
  fc.assert(
    fc.property(fc.array(fc.option(text)), (texts) => {
      assert.deepEqual(parse(1009, String(toParameter(texts))), texts)
    }),
  )
  assert.equal(toParameter([1n, null, [2]]), '{"1",NULL,{"2"}}')
  assert.equal(toParameter([new Uint8Array([1, 255])]), String.raw`{"\\x01ff"}`)
})

test('refuses a Date and other objects that it cannot know', () => {
  assert.throws(() => toParameter(Reflect.construct(Date, [0])), /plain objects/)
  assert.throws(() => toParameter(new Map()), /plain objects/)
  assert.throws(() => toParameter(() => 1), /cannot be a parameter/)
})
