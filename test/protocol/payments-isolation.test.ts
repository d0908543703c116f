import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ingrid } from '../headless-psu.ts'
import { bulk, create, instant, logIn, read, refusal, send, transfer } from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** A payment is known to the TPP that made it, under its own address, and nowhere else. */

const sandbox = await startSandbox({ env: { NORDGATE_SHARED_WORLD: 'on' } })
const tpp = await sandbox.tpp()
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
const made = await create(tpp, psu, transfer(), instant)
const authorisationId = made._links.scaStatus?.href.split('/').at(-1) ?? ''
const unknown = refusal(404, 'RESOURCE_UNKNOWN')

const below = [
  ['GET', ''],
  ['GET', '/status'],
  ['GET', '/authorisations'],
  ['GET', `/authorisations/${authorisationId}`],
  ['GET', '/cancellation-authorisations'],
  ['GET', `/cancellation-authorisations/${authorisationId}`],
  ['POST', '/authorisations'],
  ['POST', '/cancellation-authorisations'],
  ['DELETE', ''],
] as const

async function unknownAt(payment: string, as = tpp) {
  for (const [method, path] of below) {
    assertRefused(await send(as, method, `${payment}${path}`), unknown)
  }
}

test('another TPP of the same bank does not know it', async () => {
  await unknownAt(`${instant}/${made.paymentId}`, await sandbox.tpp())
})

test('nor is it known under another product or service', async () => {
  await unknownAt(`/v1/payments/sepa-credit-transfers/${made.paymentId}`)
  await unknownAt(`/v1/bulk-payments/norwegian-domestic-credit-transfers/${made.paymentId}`)
  await unknownAt(`/v1/periodic-payments/norwegian-domestic-credit-transfers/${made.paymentId}`)
})

test('an id that cannot be one is unknown like any other', async () => {
  for (const id of ['1', made.paymentId.toUpperCase(), `${made.paymentId}0`, '%00', 'a%2Fb']) {
    await unknownAt(`${instant}/${id}`)
  }
  await unknownAt(`${instant}/00000000-0000-4000-8000-000000000000`)
})

test('nothing of all that has touched it, and an alias of its product leads to it', async () => {
  const alias = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'
  const status = await read(tpp, `${alias}/${made.paymentId}/status`)
  assert.deepEqual(status, { transactionStatus: 'RCVD' })
})

test('a reset forgets it, with its authorisations, and a snapshot brings it back', async () => {
  const other = await startSandbox()
  const own = await other.tpp()
  const headers = await logIn(own, { customerNumber: ingrid, context: 'PRIVATE' })
  const { debtorAccount, ...payment } = transfer()
  const body = { debtorAccount, payments: [payment, payment] }
  const whole = await create(own, headers, body, bulk)
  const list = `${bulk}/${whole.paymentId}/authorisations`
  const before = await read(own, list)
  const taken = await own.client.call<{ id: string }>('POST', '/v1/sandbox/snapshots')
  await own.client.call('POST', '/v1/sandbox/initialize')
  assertRefused(await send(own, 'GET', list), unknown)
  await own.client.call('POST', `/v1/sandbox/snapshots/${taken.body.id}/restore`)
  assert.deepEqual(await read(own, list), before)
})

test('only a PISP makes payments or reads them', async () => {
  const reader = await sandbox.tpp({ roles: ['AISP'] })
  const refused = { status: 401, code: 'ROLE_INVALID' }
  const answer = await send(reader, 'POST', instant, { headers: psu, body: transfer() })
  assert.equal(answer.status, refused.status)
  assert.equal((answer.body as { code: string }).code, refused.code)
  const seen = await send(reader, 'GET', `${instant}/${made.paymentId}`)
  assert.equal((seen.body as { code: string }).code, refused.code)
})
