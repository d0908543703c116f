import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  acceptedChanges,
  announcedChanges,
  changesInForce,
  changesMarkdown,
} from './announced-changes.ts'

const at = (text: string) => Temporal.Instant.from(text)

test('several values are separated by commas, in any case, and unknown ones are ignored', () => {
  assert.deepEqual(acceptedChanges(undefined), [])
  assert.deepEqual(acceptedChanges(''), [])
  assert.deepEqual(acceptedChanges('amount-as-string'), ['amount-as-string'])
  assert.deepEqual(acceptedChanges(' Slim-Transaction-List ,never-heard-of,,amount-as-string'), [
    'amount-as-string',
    'slim-transaction-list',
  ])
})

test('a change is the rule from its day in Oslo on, and each environment has its own', () => {
  const inForce = (environment: 'sandbox' | 'production', text: string) =>
    changesInForce([], environment, at(text)).has('structured-addresses')
  assert.equal(inForce('sandbox', '2026-08-12T23:59:59+02:00'), false)
  assert.equal(inForce('sandbox', '2026-08-13T00:00:00+02:00'), true)
  assert.equal(inForce('production', '2026-11-14T23:59:59+01:00'), false)
  assert.equal(inForce('production', '2026-11-15T00:00:00+01:00'), true)
})

test('a change without a day is for those who accept it', () => {
  const far = at('2099-01-01T00:00:00Z')
  assert.ok(!changesInForce([], 'sandbox', far).has('slim-transaction-list'))
  assert.ok(changesInForce(['slim-transaction-list'], 'sandbox', far).has('slim-transaction-list'))
})

test('what became the default stays it without being asked for', () => {
  const today = changesInForce([], 'production', at('2026-01-01T00:00:00Z'))
  assert.deepEqual([...today].toSorted(), [
    'amount-as-string',
    'cardaccount-switch-originalamount-and-transactionamount',
    'cash-account-type-iso',
    'longer-names',
  ])
})

test('no change takes effect before it is announced', () => {
  for (const [name, change] of Object.entries(announcedChanges)) {
    if (!('announced' in change)) continue
    for (const from of Object.values(change.effective)) assert.ok(change.announced < from, name)
  }
})

test('docs/announced-changes.md has them as the table prints them (run `npm run docs`)', () => {
  const file = new URL('../../docs/announced-changes.md', import.meta.url)
  assert.ok(readFileSync(file, 'utf8').includes(`\n${changesMarkdown()}\n`))
})
