import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { followServerLog } from './server-log.ts'

test('warns of the server’s troubles, but not of clients who came too early or too late', async () => {
  const warned: unknown[] = []
  const log = {
    debug() {},
    info() {},
    warn: (said: object) => warned.push(said),
    error() {},
  }
  const stream = new PassThrough()
  followServerLog(stream, log)
  stream.end(
    [
      'LOG:  database system is ready to accept connections',
      'FATAL:  the database system is starting up',
      'FATAL:  the database system is shutting down',
      'FATAL:  sorry, too many clients already',
      'WARNING:  could not flush dirty data',
    ].join('\n'),
  )
  await once(stream, 'close')
  assert.deepEqual(warned, [
    { postgres: 'FATAL:  sorry, too many clients already' },
    { postgres: 'WARNING:  could not flush dirty data' },
  ])
})
