import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountIds,
  ask,
  consent,
  type Headers,
  ingrid,
  jonas,
  linkIn,
  moveClock,
  psuIp,
  walked,
  warningsIn,
} from '../headless-psu.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** The table “SCA session” of the interface, row by row. */

const sandbox = await startSandbox()

const user = (tpp: Tpp, psu: Headers, sessionId: string) =>
  ask(tpp, 'GET', '/v1/user', { ...psu, 'TPP-Session-ID': sessionId })

const isValid = async (tpp: Tpp, psu: Headers, sessionId: string): Promise<boolean> =>
  (await user(tpp, psu, sessionId)).status === 200

const began = (tpp: Tpp, sessionId: string, customerNumber = ingrid) =>
  consent(tpp, { customerNumber }, { 'TPP-Session-ID': sessionId })

test('none → valid: SCA completed with a TPP-Session-ID', async () => {
  const tpp = await sandbox.tpp()
  const psu = await consent(tpp, { customerNumber: ingrid })
  assert.equal(await isValid(tpp, psu, 's1'), false)
  await began(tpp, 's1')
  assert.equal(await isValid(tpp, psu, 's1'), true)
  assert.equal(await isValid(tpp, psu, 's2'), false)
})

test('valid → expired: one hour elapses', async () => {
  const tpp = await sandbox.tpp()
  const psu = await began(tpp, 's1')
  await moveClock(tpp, 'PT59M')
  assert.equal(await isValid(tpp, psu, 's1'), true)
  await moveClock(tpp, 'PT1M')
  assert.equal(await isValid(tpp, psu, 's1'), false)
})

test('valid → ended: SCA completed under a new TPP-Session-ID', async () => {
  const tpp = await sandbox.tpp()
  const psu = await began(tpp, 's1')
  await walked(tpp, linkIn(await user(tpp, psu, 's2')), {})
  assert.equal(await isValid(tpp, psu, 's2'), true)
  assert.equal(await isValid(tpp, psu, 's1'), false)
})

for (const outcome of ['abort', 'decline']) {
  test(`valid → valid: SCA under a new TPP-Session-ID ended with ${outcome}`, async () => {
    const tpp = await sandbox.tpp()
    const psu = await began(tpp, 's1')
    const headers = { ...psu, 'TPP-Session-ID': 's2' }
    const href = linkIn(await ask(tpp, 'POST', '/v1/bank-offered-consents', headers), 201)
    await walked(tpp, href, { outcome, context: 'PRIVATE' })
    assert.equal(await isValid(tpp, psu, 's1'), true)
    assert.equal(await isValid(tpp, psu, 's2'), false)
  })
}

test('an SCA without TPP-Session-ID begins none and ends none', async () => {
  const tpp = await sandbox.tpp()
  const psu = await began(tpp, 's1')
  await consent(tpp, { customerNumber: ingrid })
  assert.equal(await isValid(tpp, psu, 's1'), true)
})

test('a log-in for a session that nobody has named says so, and one that is named does not', async () => {
  const tpp = await sandbox.tpp()
  const psu = await consent(tpp, { customerNumber: ingrid })
  const [account] = await accountIds(tpp, psu)
  const old = `/v1/accounts/${account}/transactions?dateFrom=2020-01-01`
  for (const target of ['/v1/user', '/v1/users', '/v1/agreements', old]) {
    const headers = { ...psu, ...psuIp }
    const unnamed = await ask(tpp, 'GET', target, headers)
    linkIn(unnamed)
    assert.match(warningsIn(unnamed).join(), /TPP-Session-ID/, target)
    const named = await ask(tpp, 'GET', target, { ...headers, 'TPP-Session-ID': 's1' })
    linkIn(named)
    assert.deepEqual(warningsIn(named), [], target)
  }
  // A consent needs no session.
  assert.deepEqual(warningsIn(await ask(tpp, 'GET', '/v1/accounts')), [])
})

test('belongs to one TPP and one PSU', async () => {
  const [tpp, other] = [await sandbox.tpp(), await sandbox.tpp()]
  const psu = await began(tpp, 's1')
  const second = await consent(tpp, { customerNumber: jonas })
  assert.equal(await isValid(tpp, second, 's1'), false)
  await began(tpp, 's1', jonas)
  assert.equal(await isValid(tpp, second, 's1'), true)
  assert.equal(await isValid(tpp, psu, 's1'), true)
  assert.equal(await isValid(other, await consent(other, { customerNumber: ingrid }), 's1'), false)
})
