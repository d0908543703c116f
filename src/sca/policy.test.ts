import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleFor, type ScaCase, type Situation, scaPolicy, scaReasons, unasked } from './policy.ts'

/** The policy table, one row for each reason and one for each edge. */

const rows: [what: ScaCase, situation: Partial<Situation>, reason: string | undefined][] = [
  ['accounts', {}, undefined],
  ['accounts', { session: false }, undefined],
  ['accounts', { psuKnown: false }, 'psu-unknown'],
  ['accounts', { agreementKnown: false }, 'agreement-unknown'],
  ['accounts', { granted: false }, 'nothing-granted'],
  ['accounts', { scaAgeDays: 180 }, undefined],
  ['accounts', { scaAgeDays: 180.001 }, 'sca-over-180-days-ago'],
  ['accounts', { detailsGrantAgeDays: 91 }, undefined],
  ['accounts', { detailsGrantAgeDays: 90, present: false }, undefined],
  ['accounts', { detailsGrantAgeDays: 90.001, present: false }, 'details-consent-over-90-days-old'],
  ['accounts', { psuKnown: false, granted: false, scaAgeDays: Infinity }, 'psu-unknown'],
  ['history', {}, undefined],
  ['history', { session: false }, 'history-without-session'],
  ['history', { session: false, present: false }, undefined],
  ['agreements', { granted: false, scaAgeDays: 999 }, undefined],
  ['agreements', { psuKnown: false }, 'psu-unknown'],
  ['agreements', { session: false }, 'no-session'],
  ['user', { granted: false, scaAgeDays: 999 }, undefined],
  ['user', { session: false }, 'no-session'],
  ['user', { psuKnown: false }, 'no-session'],
  ['payment', { granted: false, scaAgeDays: 999 }, undefined],
  ['payment', { psuKnown: false }, 'psu-unknown'],
  ['payment', { agreementKnown: false }, 'agreement-unknown'],
  ['payment', { session: false }, 'no-session'],
  ['payment', { psuKnown: false, session: false }, 'psu-unknown'],
  ['payment', { psuKnown: false, session: false, singleSca: true }, undefined],
  ['payment', { agreementKnown: false, session: false, singleSca: true }, undefined],
  ['accounts', { psuKnown: false, singleSca: true }, 'psu-unknown'],
  ['offer', {}, 'consent-offered'],
]

for (const [what, situation, reason] of rows) {
  const where = JSON.stringify(situation)
  test(`${what} with ${where}: ${reason ?? 'no SCA'}`, () => {
    assert.equal(ruleFor(what, { ...unasked, ...situation })?.reason, reason)
  })
}

test('every reason is given by some rule, and by some row here', () => {
  assert.deepEqual(new Set(scaPolicy.map(({ reason }) => reason)), new Set(scaReasons))
  for (const reason of scaReasons)
    assert.ok(
      rows.some((row) => row[2] === reason),
      reason,
    )
})

test('only the rules about accounts and offers ask for consent', () => {
  const asked = scaPolicy.filter(({ shows }) => shows === 'consent').flatMap(({ of }) => of)
  assert.deepEqual(new Set(asked), new Set(['accounts', 'offer']))
})
