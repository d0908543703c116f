import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBankingDay } from '../../kernel/business-days.ts'
import { draft, errors, read, today } from '../payment-request.fixture.ts'

const found = ['EXECUTION_DATE_INVALID body/requestedExecutionDate']
const onDay = (requestedExecutionDate: string | undefined) =>
  read('domestic', { requestedExecutionDate })

test('an execution date is today up to 365 days ahead', async () => {
  const table: [string, string[]][] = [
    ['2026-11-11', found],
    ['2026-11-12', []],
    ['2027-11-12', []],
    ['2027-11-13', found],
    ['0001-01-01', found],
    ['9999-12-31', found],
  ]
  for (const [day, expected] of table) assert.deepEqual(errors(await onDay(day)), expected, day)
})

test('a day without banking moves to the next one with', async () => {
  const { requestedOn, executionOn } = draft(await onDay('2026-12-25'))
  assert.deepEqual([String(requestedOn), String(executionOn)], ['2026-12-25', '2026-12-28'])
})

test('no date means today', async () => {
  const { requestedOn, executionOn } = draft(await onDay(undefined))
  assert.deepEqual([String(requestedOn), String(executionOn)], ['2026-11-12', '2026-11-12'])
})

test('an instant payment is for today, whatever day it is', async () => {
  const { requestedOn, executionOn } = draft(await read('instant'))
  assert.deepEqual([requestedOn, executionOn], [today, today])
})

test('it is carried out on a banking day, on the day asked for or soon after', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 365 }), async (days) => {
      const requested = today.add({ days })
      const { executionOn } = draft(await onDay(requested.toString()))
      assert.ok(isBankingDay(executionOn))
      const wait = requested.until(executionOn).days
      assert.ok(wait >= 0 && wait <= 5)
    }),
  )
})
