import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startHousekeeping } from './housekeeping.ts'
import { createLog } from './observability/observability.ts'

test('a task that fails is told of and tried again, and none overlaps itself', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } })
  const waiting = Promise.withResolvers<void>()
  let failed = 0
  let slow = 0
  const tasks = [
    { what: 'fail', everyMs: 10, run: async () => assert.fail(`turn ${++failed}`) },
    {
      what: 'wait',
      everyMs: 10,
      run: () => {
        slow++
        return waiting.promise
      },
    },
  ]
  const housekeeping = startHousekeeping(log, tasks)
  for (let turn = 0; turn < 3; turn++) {
    mock.timers.tick(10)
    await nextTurn()
  }
  assert.equal(failed, 3)
  assert.equal(slow, 1)
  assert.equal(lines.length, 3)
  const stopped = housekeeping.stop()
  waiting.resolve()
  await stopped
  mock.timers.reset()
})
