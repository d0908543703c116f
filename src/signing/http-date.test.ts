import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  checkDate,
  type FaultReason,
  formatHttpDate,
  parseHttpDate,
  SigningFault,
} from './signing.ts'

const now = Temporal.Instant.from('2026-11-14T10:00:00Z')

const parsed = (value: string): string => parseHttpDate(value, now).toString()

function refused(value: string | undefined, reason: FaultReason, at = now): void {
  assert.throws(
    () => checkDate(value, at),
    (error) => {
      assert.ok(error instanceof SigningFault, String(error))
      assert.equal(error.reason, reason)
      assert.equal(error.check, 'date')
      return true
    },
  )
}

describe('parseHttpDate', () => {
  it('reads the three forms of RFC 7231', () => {
    assert.equal(parsed('Sun, 06 Nov 1994 08:49:37 GMT'), '1994-11-06T08:49:37Z')
    assert.equal(parsed('Sunday, 06-Nov-94 08:49:37 GMT'), '1994-11-06T08:49:37Z')
    assert.equal(parsed('Sun Nov  6 08:49:37 1994'), '1994-11-06T08:49:37Z')
  })

  it('takes two digits of a year as the nearest one, at most 50 years ahead', () => {
    assert.equal(parsed('Saturday, 14-Nov-26 10:00:00 GMT'), '2026-11-14T10:00:00Z')
    assert.equal(parsed('Saturday, 14-Nov-76 10:00:00 GMT'), '2076-11-14T10:00:00Z')
    assert.equal(parsed('Monday, 14-Nov-77 10:00:00 GMT'), '1977-11-14T10:00:00Z')
  })

  it('knows leap days and the leap second', () => {
    assert.equal(parsed('Thu, 29 Feb 2024 00:00:00 GMT'), '2024-02-29T00:00:00Z')
    assert.equal(parsed('Sat, 31 Dec 2016 23:59:60 GMT'), '2017-01-01T00:00:00Z')
    refused('Thu, 29 Feb 2026 00:00:00 GMT', 'date-impossible')
    refused('Mon, 29 Feb 2100 00:00:00 GMT', 'date-impossible')
  })

  it('refuses days and times that never are', () => {
    refused('Sat, 31 Feb 2026 10:00:00 GMT', 'date-impossible')
    refused('Sat, 00 Nov 2026 10:00:00 GMT', 'date-impossible')
    refused('Sat, 14 Nov 2026 24:00:00 GMT', 'date-impossible')
    refused('Sat, 14 Nov 2026 10:60:00 GMT', 'date-impossible')
    refused('Sat, 14 Nov 2026 10:00:61 GMT', 'date-impossible')
  })

  it('refuses a weekday that does not fit', () => {
    refused('Fri, 14 Nov 2026 10:00:00 GMT', 'date-weekday')
  })

  it('refuses other forms', () => {
    const forms = [
      '',
      '2026-11-14T10:00:00Z',
      'Sat, 14 Nov 2026 10:00:00 UTC',
      'Sat, 14 Nov 2026 10:00:00 +0000',
      'Sat, 14 Nov 2026 11:00:00 CET',
      'lør, 14 nov 2026 10:00:00 GMT',
      'Lør, 14 Des 2026 10:00:00 GMT',
      'Sat, 4 Nov 2026 10:00:00 GMT',
      'Sat, 14 Nov 2026 10:00 GMT',
      ' Sat, 14 Nov 2026 10:00:00 GMT',
      '1794650400',
    ]
    for (const form of forms) refused(form, 'date-format')
    refused(undefined, 'date-missing')
  })

  it('reads back whatever formatHttpDate prints', () => {
    const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 })
    fc.assert(
      fc.property(seconds, (second) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(second * 1000)
        return parseHttpDate(formatHttpDate(instant), now).equals(instant)
      }),
    )
  })

  it('throws nothing but its own faults', () => {
    const dateLike = fc.stringMatching(
      /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), dateLike), (text) => {
        try {
          parseHttpDate(text, now)
        } catch (error) {
          return error instanceof SigningFault
        }
        return true
      }),
    )
  })
})

describe('checkDate', () => {
  const value = 'Sat, 14 Nov 2026 10:00:00 GMT'

  it('allows 60 seconds either way and not a millisecond more', () => {
    checkDate(value, now.add({ milliseconds: 60_000 }))
    checkDate(value, now.subtract({ milliseconds: 60_000 }))
    refused(value, 'date-skew', now.add({ milliseconds: 60_001 }))
    refused(value, 'date-skew', now.subtract({ milliseconds: 60_001 }))
  })

  it('says by how much and to which side', () => {
    assert.throws(() => checkDate(value, now.add({ seconds: 90 })), /90 seconds behind/)
    assert.throws(() => checkDate(value, now.subtract({ hours: 1 })), /3600 seconds ahead/)
  })
})
