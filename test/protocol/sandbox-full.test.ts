import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ask, consent, scaLinkIn } from '../consented.ts'
import { ingrid } from '../headless-psu.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** A sandbox with room for two banks. */

const clock = manualClock('2026-11-02T08:30:00Z')
const sandbox = await startSandbox({ clock, env: { NORDGATE_WORLDS_MAX: '2' } })
const [first, second, third] = [await sandbox.tpp(), await sandbox.tpp(), await sandbox.tpp()]

// Reading the timeline writes what was noted before, so that the call counts as use.
const use = ({ client }: Tpp) => client.send(client.prepare('GET', '/v1/sandbox/customers'))
const used = async (tpp: Tpp) => {
  assert.equal((await use(tpp)).status, 200)
  await tpp.client.call('GET', '/v1/sandbox/requests')
}

const full = { status: 503, code: 'SERVICE_UNAVAILABLE', says: /holds 2 banks, and all .* in use/ }
const owners = async () =>
  (await sandbox.sql<{ owner: string }>('select owner from world order by id')).map((w) => w.owner)
const idsOf = (...tpps: Tpp[]) => tpps.map((tpp) => tpp.organizationIdentifier)

test('a full sandbox refuses a new bank while all others are in use, and serves those', async () => {
  await consent(first, { customerNumber: ingrid })
  await first.client.call('POST', '/v1/sandbox/snapshots')
  await used(first)
  await used(second)
  assertRefused(await use(third), full)
  clock.advance('PT167H')
  await used(second)
  assertRefused(await use(third), full)
  assert.deepEqual(await owners(), idsOf(first, second))
})

test('the bank that was unused for longest, a week at least, gives way whole', async () => {
  clock.advance('PT2H')
  await used(third)
  assert.deepEqual(await owners(), idsOf(second, third))
  const [noted] = await sandbox.sql<{ details: unknown }>(
    `select details from audit where action = 'forget-world'`,
  )
  assert.deepEqual(noted?.details, { owner: first.organizationIdentifier })
})

test('whoever comes back finds a new bank, where the old one was remembered too', async () => {
  clock.advance('PT169H')
  await used(third)
  const headers = { 'TPP-Redirect-URI': 'https://tpp.example/back', 'PSU-IP-Address': '::1' }
  const answer = await ask(first, '/v1/accounts', headers)
  assert.equal(answer.status, 401)
  assert.notEqual(scaLinkIn(answer.body), '')
  assert.deepEqual(await owners(), idsOf(third, first))
})
