import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountIds,
  ask,
  consent,
  ingrid,
  linkIn,
  moveClock,
  psuIp,
  redirectUri,
  walked,
} from '../headless-psu.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** Consents: given and taken back by ticking, asked for by the TPP or by the bank. */

const sandbox = await startSandbox()
const offered = '/v1/bank-offered-consents'

test('a TPP may ask for consent at any time and gets a link', async () => {
  const tpp = await sandbox.tpp()
  const psu = await consent(tpp, { customerNumber: ingrid })
  const answer = await ask(tpp, 'POST', offered, psu)
  const href = linkIn(answer, 201)
  for (const name of ['deprecation', 'sunset']) assert.ok(!answer.headers.has(name))
  await walked(tpp, href, { context: 'PRIVATE', accounts: [] })
  linkIn(await ask(tpp, 'GET', '/v1/accounts', psu))
})

test('only an AISP may', async () => {
  const tpp = await sandbox.tpp({ roles: ['PISP'] })
  for (const path of [offered, '/v1/consents']) {
    assertRefused(await ask(tpp, 'POST', path), { status: 401, code: 'ROLE_INVALID' })
  }
})

test('the deprecated way does the same, ignores its body and says what takes its place', async () => {
  const { client, ...tpp } = await sandbox.tpp()
  const headers = { 'TPP-Redirect-URI': redirectUri }
  for (const options of [{ headers }, { headers, body: { access: { accounts: [] }, any: 1 } }]) {
    const answer = await client.send(client.prepare('POST', '/v1/consents', options))
    const href = linkIn(answer, 201)
    assert.equal(answer.headers.get('deprecation'), '@1724889600')
    assert.equal(answer.headers.get('sunset'), 'Wed, 05 Feb 2025 00:00:00 GMT')
    const successor = `<${sandbox.publicUrl}${offered}>; rel="successor-version"`
    assert.equal(answer.headers.get('link'), successor)
    const { parameters } = await walked({ ...tpp, client }, href, { customerNumber: ingrid })
    assert.ok(parameters['psu-id'])
  }
})

test('what the deprecated way ignores may be nested as deep as it likes', async () => {
  const { client } = await sandbox.tpp()
  const headers = { 'TPP-Redirect-URI': redirectUri }
  const body = Buffer.from('['.repeat(200_000) + ']'.repeat(200_000))
  linkIn(await client.send(client.prepare('POST', '/v1/consents', { headers, body })), 201)
})

test('the same request sent again gets the same link', async () => {
  const tpp = await sandbox.tpp()
  const headers = { 'X-Request-ID': 'consent-1' }
  const [one, two] = [
    await ask(tpp, 'POST', offered, headers),
    await ask(tpp, 'POST', offered, headers),
  ]
  assert.equal(linkIn(one, 201), linkIn(two, 201))
})

test('unticking takes back, ticking gives, and both work at the next call', async () => {
  const tpp = await sandbox.tpp()
  const psu = await consent(tpp, { customerNumber: ingrid })
  const [first = '', second = ''] = await accountIds(tpp, psu)
  for (const ticked of [[first], [second], [first, second], []]) {
    await consent(tpp, { customerNumber: ingrid, accounts: ticked })
    if (ticked.length > 0) assert.deepEqual(await accountIds(tpp, psu), ticked)
    else linkIn(await ask(tpp, 'GET', '/v1/accounts', psu))
  }
})

test('card accounts are ticked like accounts, by number as well', async () => {
  const tpp = await sandbox.tpp()
  const cards = await tpp.client.call<{ cardAccounts: { id: string; maskedPan: string }[] }>(
    'GET',
    '/v1/sandbox/card-accounts',
  )
  const pan = cards.body.cardAccounts[0]?.maskedPan ?? ''
  const psu = await consent(tpp, { customerNumber: ingrid, accounts: [pan] })
  const listed = await ask(tpp, 'GET', '/v1/card-accounts', psu)
  assert.equal((listed.body as { cardAccounts: unknown[] }).cardAccounts.length, 1)
  assert.deepEqual(await accountIds(tpp, psu), [])
})

test('history beyond 90 days needs a session when the PSU is present', async () => {
  const tpp = await sandbox.tpp()
  const session = { 'TPP-Session-ID': 's1' }
  const psu = { ...(await consent(tpp, { customerNumber: ingrid })), ...psuIp, ...session }
  const [account] = await accountIds(tpp, psu)
  const since = Temporal.Now.plainDateISO().subtract({ days: 120 })
  const old = `/v1/accounts/${account}/transactions?dateFrom=${since}`
  const href = linkIn(await ask(tpp, 'GET', old, psu))
  const { parameters } = await walked(tpp, href, {})
  assert.equal(parameters.context, 'PRIVATE')
  assert.equal((await ask(tpp, 'GET', old, psu)).status, 200)
  await moveClock(tpp, 'PT1H')
  linkIn(await ask(tpp, 'GET', old, psu))
})

/** What a PSU has granted belongs to the world, like everything else in it. */
test('a snapshot keeps grants and sessions, a reset forgets them', async () => {
  const tpp = await sandbox.tpp()
  const { client } = tpp
  const psu = await consent(tpp, { customerNumber: ingrid })
  const before = await accountIds(tpp, psu)
  const taken = await client.call<{ id: string }>('POST', '/v1/sandbox/snapshots')
  await client.call('POST', '/v1/sandbox/initialize')
  linkIn(await ask(tpp as Tpp, 'GET', '/v1/accounts', psu))
  await client.call('POST', `/v1/sandbox/snapshots/${taken.body.id}/restore`)
  assert.deepEqual(await accountIds(tpp, psu), before)
})
