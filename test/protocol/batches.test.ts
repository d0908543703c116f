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

test('the same call sent again gets the same answer', async () => {
  const { client } = await sandbox.tpp()
  const headers = { 'X-Request-ID': 'batch-1' }
  const answers = [
    await client.call('POST', path, { headers }),
    await client.call('POST', path, { headers }),
  ]
  assert.deepEqual(answers[0]?.body, answers[1]?.body)
})
