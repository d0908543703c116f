import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  next,
  paymentEvents,
  paymentStatuses,
  statusAfter,
  statusMarkdown,
  statusTable,
} from './status.ts'

/** Written down once more, by hand: what leads where, and nothing else does. */
const life: Record<string, string> = {
  '–': 'created RCVD, created-exempt ACTC',
  RCVD:
    'approved ACTC, approved-with-new-date ACWC, declined RJCT, deleted CANC, ' +
    'settled-at-once ACSC, accepted-at-once ACWP, no-funds-at-once ACCP, refused-at-once RJCT',
  ACWP: 'creditor-settled ACSC, refused RJCT',
  ACTC:
    'cancellation-approved CANC, taken-by-batch PDNG, settled-at-once ACSC, ' +
    'no-funds-at-once ACCP, refused-at-once RJCT, last-execution-done ACSC',
  ACWC: 'cancellation-approved CANC, taken-by-batch PDNG',
  PDNG:
    'held PDNG, debtor-booked ACSP, no-funds ACCP, refused RJCT, all-parts-settled ACSC, ' +
    'some-parts-settled PART, no-part-settled RJCT',
  ACSP:
    'creditor-settled ACSC, refused RJCT, all-parts-settled ACSC, some-parts-settled PART, ' +
    'no-part-settled RJCT',
}

describe('the life of a payment', () => {
  for (const from of ['–', ...paymentStatuses] as const) {
    const known = new Map(
      (life[from] ?? '')
        .split(', ')
        .filter(Boolean)
        .map((each) => each.split(' ') as [string, string]),
    )
    for (const [event, to] of known) {
      test(`${from}: ${event} leads to ${to}`, () => {
        assert.equal(next(from, event as never), to)
      })
    }
    test(`${from}: nothing else happens`, () => {
      for (const event of paymentEvents.filter((each) => !known.has(each))) {
        assert.equal(statusAfter(from, event), undefined)
        assert.throws(() => next(from, event), new RegExp(`${from} cannot be ${event}`))
      }
    })
  }

  test('has one row at most for each status and event', () => {
    const keys = statusTable.map(({ from, event }) => `${from} ${event}`)
    assert.equal(new Set(keys).size, keys.length)
  })

  test('is in docs/payments.md as the table prints it (run `npm run docs`)', () => {
    const file = new URL('../../docs/payments.md', import.meta.url)
    assert.ok(readFileSync(file, 'utf8').includes(`\n${statusMarkdown()}\n`))
  })
})
