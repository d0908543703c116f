import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** Batches on demand. */

const sandbox = await startSandbox()
const path = '/v1/sandbox/batches'

test('a batch with nothing to do says so', async () => {
  const { client } = await sandbox.tpp()
  const { status, body } = await client.call('POST', path)
  assert.deepEqual([status, body], [200, {}])
})

test('a batch takes nothing but what it shall hold', async () => {
  const { client } = await sandbox.tpp()
  const answer = await client.send(client.prepare('POST', path, { body: { now: true } }))
  assertRefused(answer, { status: 400, code: 'FORMAT_ERROR', says: /body/ })
})

test('the same call sent again runs no second batch', async () => {
  const { client, organizationIdentifier: owner } = await sandbox.tpp()
  const headers = { 'X-Request-ID': 'batch-1' }
  const answers = [
    await client.call('POST', path, { headers }),
    await client.call('POST', path, { headers }),
  ]
  assert.deepEqual(answers[0]?.body, answers[1]?.body)
  const runs = await sandbox.sql('select 1 from batch_run where tpp_id = $1', [owner])
  await client.call('POST', path)
  const more = await sandbox.sql('select 1 from batch_run where tpp_id = $1', [owner])
  assert.deepEqual([runs.length > 0, more.length], [true, 2 * runs.length])
})
