import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frequencies } from '../kernel/periodic-series.ts'
import { draft, errors, read, today } from './payment-request.fixture.ts'

const periodic = (changed: object) =>
  read(
    'domestic',
    { startDate: '2026-11-20', frequency: 'Weekly', dayOfExecution: undefined, ...changed },
    { service: 'periodic-payments' },
  )
const date = (member: string) => [`EXECUTION_DATE_INVALID body/${member}`]
const format = (member: string) => [`FORMAT_ERROR body/${member}`]
const variable = { frequency: 'MonthlyVariable', dayOfExecution: '15' }

const table: [title: string, changed: object, found: string[]][] = [
  ['a start today', { startDate: '2026-11-12' }, []],
  ['a start yesterday', { startDate: '2026-11-11' }, date('startDate')],
  ['a start 365 days ahead', { startDate: '2027-11-12' }, []],
  ['a start 366 days ahead', { startDate: '2027-11-13' }, date('startDate')],
  ['an end on the day of the start', { endDate: '2026-11-20' }, []],
  ['an end before the start', { endDate: '2026-11-19' }, date('endDate')],
  [
    'a series without a single execution',
    { frequency: 'Monthly', dayOfExecution: '10', endDate: '2026-12-01' },
    date('endDate'),
  ],
  ['a day of the month with Weekly', { dayOfExecution: '3' }, format('dayOfExecution')],
  [
    'months with Monthly',
    { frequency: 'Monthly', monthsOfExecution: ['1'] },
    format('monthsOfExecution'),
  ],
  ['MonthlyVariable without months', variable, format('monthsOfExecution')],
  ['MonthlyVariable with months', { ...variable, monthsOfExecution: ['1', '4', '10'] }, []],
  [
    'MonthlyVariable with a month twice',
    { ...variable, monthsOfExecution: ['1', '4', '1'] },
    format('monthsOfExecution'),
  ],
]

test('all that is wrong with the days is told at once', async () => {
  const wrong = { dayOfExecution: '3', monthsOfExecution: ['1', '1'] }
  const members = [...format('dayOfExecution'), ...format('monthsOfExecution')]
  assert.deepEqual(errors(await periodic({ ...wrong, endDate: '2026-11-19' })), [
    ...date('endDate'),
    ...members,
  ])
  assert.deepEqual(errors(await periodic({ ...wrong, startDate: '2026-11-11' })), [
    ...date('startDate'),
    ...members,
  ])
})

for (const [title, changed, found] of table) {
  test(`${title} is ${found.length === 0 ? 'taken' : 'refused'}`, async () => {
    assert.deepEqual(errors(await periodic(changed)), found)
  })
}

test('preceeding is taken, and given back as preceding', async () => {
  const { body } = draft(await periodic({ executionRule: 'preceeding' }))
  assert('executionRule' in body)
  assert.equal(body.executionRule, 'preceding')
})

test('what was not said is not given back', async () => {
  const { body } = draft(await periodic({}))
  for (const member of ['endDate', 'dayOfExecution', 'monthsOfExecution', 'executionRule']) {
    assert(!(member in body), member)
  }
})

test('the rules of the single payment hold for it too', async () => {
  const wrong = { instructedAmount: { amount: '0', currency: 'NOK' }, startDate: '2026-11-11' }
  assert.deepEqual(errors(await periodic(wrong)), [
    'FORMAT_ERROR body/instructedAmount/amount',
    'EXECUTION_DATE_INVALID body/startDate',
  ])
})

test('the first execution is on or after the start', async () => {
  const simple = frequencies.filter((frequency) => frequency !== 'MonthlyVariable')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...simple),
      fc.integer({ min: 0, max: 365 }),
      async (frequency, days) => {
        const startDate = today.add({ days })
        const made = draft(await periodic({ frequency, startDate: startDate.toString() }))
        assert.ok(startDate.equals(made.requestedOn))
        assert.ok(Temporal.PlainDate.compare(made.executionOn, startDate) >= 0)
      },
    ),
  )
})
