import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ingrid, moveClock, walked } from '../headless-psu.ts'
import {
  approve,
  bulk,
  type Created,
  create,
  created,
  domestic,
  iban,
  instant,
  logIn,
  nok,
  periodic,
  read,
  runBatch,
  send,
  statusOf,
  transfer,
} from '../paying.ts'
import { startSandbox } from '../sandbox.ts'

/** From the request to the money, each way that a payment can go. A Monday morning in Oslo. */

const sandbox = await startSandbox({ clock: manualClock('2026-11-02T08:30:00Z') })
const tpp = await sandbox.tpp()
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })

const historyOf = async ({ paymentId }: Pick<Created, 'paymentId'>) => {
  const rows = await sandbox.sql<{ history: { status: string; event: string; at: string }[] }>(
    'select history from payment where id = $1',
    [paymentId],
  )
  return rows[0]?.history.map(({ status, event }) => `${event} ${status}`)
}

/** All that there is, and more. */
const tooMuch = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } }

describe('a payment for a batch', () => {
  test('is approved, taken, booked and settled in one batch when the creditor is here', async () => {
    const made = await created(tpp, psu, transfer())
    assert.equal(await statusOf(tpp, made), 'ACTC')
    assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
    assert.equal(await statusOf(tpp, made), 'ACSC')
    assert.deepEqual(await historyOf(made), [
      'created RCVD',
      'approved ACTC',
      'taken-by-batch PDNG',
      'debtor-booked ACSP',
      'creditor-settled ACSC',
    ])
  })

  test('is settled by the next batch when the creditor is at another bank', async () => {
    const made = await created(tpp, psu, transfer({ creditorAccount: nok(iban.elsewhere) }))
    await runBatch(tpp)
    assert.equal(await statusOf(tpp, made), 'ACSP')
    await runBatch(tpp)
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })

  test('ends as ACCP with fundsAvailable false when the money is not there', async () => {
    const made = await created(tpp, psu, transfer(tooMuch))
    await runBatch(tpp)
    const status = await read(tpp, made._links.status?.href)
    assert.deepEqual(status, { transactionStatus: 'ACCP', fundsAvailable: false })
    assert.equal((await read(tpp, made._links.self?.href)).fundsAvailable, false)
  })

  test('waits for its day', async () => {
    const made = await created(tpp, psu, transfer({ requestedExecutionDate: '2026-11-20' }))
    await runBatch(tpp)
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })

  test('is ACWC when its day is no banking day and the bank takes the next one', async () => {
    const made = await created(tpp, psu, transfer({ requestedExecutionDate: '2026-11-07' }))
    const status = await read(tpp, made._links.status?.href)
    assert.equal(status.transactionStatus, 'ACWC')
    assert.match(String(status.psuMessage), /2026-11-09/)
  })

  test('says why it is on hold, and goes on in the next batch', async () => {
    const made = await created(tpp, psu, transfer())
    await tpp.client.call('POST', '/v1/sandbox/batches', { body: { hold: [made.paymentId] } })
    const held = await read(tpp, made._links.status?.href)
    assert.equal(held.transactionStatus, 'PDNG')
    assert.ok(held.psuMessage)
    await runBatch(tpp)
    assert.deepEqual(await read(tpp, made._links.status?.href), { transactionStatus: 'ACSC' })
  })
})

describe('the PSU', () => {
  test('declines: RJCT, and nobody can approve it afterwards', async () => {
    const made = await create(tpp, psu, transfer())
    const { parameters } = await approve(tpp, made, { outcome: 'decline' })
    assert.equal(parameters.code, 'PAYMENT_FAILED')
    assert.equal(await statusOf(tpp, made), 'RJCT')
    const again = await send(tpp, 'POST', `${domestic}/${made.paymentId}/authorisations`)
    assert.equal(again.status, 409)
  })

  test('stops: the payment stays, and a new authorisation may be started', async () => {
    const made = await create(tpp, psu, transfer())
    const { parameters } = await approve(tpp, made, { outcome: 'abort' })
    assert.equal(parameters.code, 'SCA_INVALID')
    assert.deepEqual(await historyOf(made), ['created RCVD'])
    const target = `${domestic}/${made.paymentId}/authorisations`
    const second = await send<Created>(tpp, 'POST', target)
    assert.equal(second.status, 201)
    await approve(tpp, second.body)
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })

  test('approves once: the link of another authorisation has nothing left to approve', async () => {
    const made = await create(tpp, psu, transfer())
    const target = `${domestic}/${made.paymentId}/authorisations`
    const second = await send<Created>(tpp, 'POST', target)
    await approve(tpp, made)
    const { parameters } = await approve(tpp, second.body)
    assert.equal(parameters.code, 'SCA_INVALID')
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })
})

describe('at the same time', () => {
  test('two approvals: one counts, and the money leaves once', async () => {
    const made = await create(tpp, psu, transfer(), instant)
    const target = `${instant}/${made.paymentId}/authorisations`
    const second = await send<Created>(tpp, 'POST', target)
    const ends = await Promise.all([approve(tpp, made), approve(tpp, second.body)])
    const codes = ends.map(({ parameters }) => parameters.code ?? 'approved').sort()
    assert.deepEqual(codes, ['SCA_INVALID', 'approved'])
    assert.deepEqual(await historyOf(made), ['created RCVD', 'settled-at-once ACSC'])
  })

  test('an approval and a deletion: whichever comes first has its way', async () => {
    const made = await create(tpp, psu, transfer(), instant)
    const [end, deleted] = await Promise.all([
      approve(tpp, made),
      send(tpp, 'DELETE', `${instant}/${made.paymentId}`),
    ])
    const status = await statusOf(tpp, made)
    const seen = [status, deleted.status, end.parameters.code]
    assert.deepEqual(
      seen,
      status === 'CANC' ? ['CANC', 204, 'SCA_INVALID'] : ['ACSC', 409, undefined],
    )
  })
})

describe('an instant payment', () => {
  test('is settled within the approval', async () => {
    const made = await created(tpp, psu, transfer(), instant)
    assert.equal(await statusOf(tpp, made), 'ACSC')
    assert.deepEqual(await historyOf(made), ['created RCVD', 'settled-at-once ACSC'])
  })

  test('is ACCP without money, and the redirect says PAYMENT_FAILED although the PSU approved', async () => {
    const made = await create(tpp, psu, transfer(tooMuch), instant)
    const { parameters } = await approve(tpp, made)
    assert.equal(parameters.code, 'PAYMENT_FAILED')
    assert.deepEqual(await read(tpp, made._links.status?.href), {
      transactionStatus: 'ACCP',
      fundsAvailable: false,
    })
    assert.deepEqual(await read(tpp, made._links.scaStatus?.href), { scaStatus: 'finalised' })
  })

  test('can be read before approval', async () => {
    const made = await create(tpp, psu, transfer(), instant)
    assert.equal(await statusOf(tpp, made), 'RCVD')
  })
})

describe('a bulk payment', () => {
  const part = (amount: string) => ({
    instructedAmount: { amount, currency: 'NOK' },
    creditorAccount: nok(iban.jonas),
    creditorName: 'Jonas Myrvold Tangen',
  })

  test('is approved as a whole, and each part has its own status', async () => {
    const body = { debtorAccount: nok(iban.ingrid), payments: [part('10.00'), part('20.00')] }
    const made = await created(tpp, psu, body, bulk)
    assert.equal(await statusOf(tpp, made), 'ACTC')
    await runBatch(tpp)
    const details = await read<{ payments: Record<string, unknown>[]; transactionStatus: string }>(
      tpp,
      made._links.self?.href,
    )
    assert.equal(details.transactionStatus, 'ACSC')
    assert.deepEqual(
      details.payments.map(({ transactionStatus }) => transactionStatus),
      ['ACSC', 'ACSC'],
    )
    const ids = new Set(details.payments.map(({ paymentId }) => paymentId))
    assert.equal(ids.size, 2)
    const amounts = details.payments.map(({ instructedAmount }) => instructedAmount)
    assert.deepEqual(
      amounts,
      body.payments.map(({ instructedAmount }) => instructedAmount),
    )
  })

  test('is PART when some parts are settled and some are not', async () => {
    const payments = [part('10.00'), part('9000000.00')]
    const made = await created(tpp, psu, { debtorAccount: nok(iban.ingrid), payments }, bulk)
    await runBatch(tpp)
    const details = await read<{ payments: Record<string, unknown>[]; transactionStatus: string }>(
      tpp,
      made._links.self?.href,
    )
    assert.equal(details.transactionStatus, 'PART')
    assert.deepEqual(
      details.payments.map(({ transactionStatus }) => transactionStatus),
      ['ACSC', 'ACCP'],
    )
    assert.equal(details.payments[1]?.fundsAvailable, false)
  })

  test('declined, every part is RJCT', async () => {
    const body = { debtorAccount: nok(iban.ingrid), payments: [part('11.00'), part('21.00')] }
    const made = await create(tpp, psu, body, bulk)
    await approve(tpp, made, { outcome: 'decline' })
    const details = await read<{ payments: Record<string, unknown>[] }>(tpp, made._links.self?.href)
    assert.deepEqual(
      details.payments.map(({ transactionStatus }) => transactionStatus),
      ['RJCT', 'RJCT'],
    )
  })
})

// Last, since the clock only goes forward.
describe('time', () => {
  test('a link that has run out leaves the payment as it is', async () => {
    const made = await create(tpp, psu, transfer())
    await moveClock(tpp, 'PT11M')
    const { parameters } = await walked(tpp, made._links.scaRedirect?.href ?? '', {})
    assert.equal(parameters.code, 'SCA_EXPIRED')
    assert.deepEqual(await historyOf(made), ['created RCVD'])
    assert.deepEqual(await read(tpp, made._links.scaStatus?.href), { scaStatus: 'failed' })
  })

  test('a day that has passed before the approval is rolled anew', async () => {
    const asked = await create(tpp, psu, transfer({ requestedExecutionDate: '2026-11-02' }))
    const unasked = await create(tpp, psu, transfer())
    await moveClock(tpp, 'P1D')
    const restart = async ({ paymentId }: Created) => {
      const started = await send<Created>(tpp, 'POST', `${domestic}/${paymentId}/authorisations`)
      await approve(tpp, started.body, { customerNumber: ingrid })
    }
    await restart(asked)
    await restart(unasked)
    const status = await read(tpp, asked._links.status?.href)
    assert.equal(status.transactionStatus, 'ACWC')
    assert.match(String(status.psuMessage), /2026-11-03/)
    assert.equal(await statusOf(tpp, unasked), 'ACTC')
  })

  test('a periodic payment has executions of its own, and ends with the last', async () => {
    const psuNow = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
    const body = {
      ...transfer(),
      ...{ startDate: '2026-11-05', endDate: '2027-01-10', frequency: 'Monthly' },
    }
    const made = await created(tpp, psuNow, body, periodic)
    assert.equal(await statusOf(tpp, made), 'ACTC')
    await moveClock(tpp, 'P40D')
    const details = await read<{
      transactionStatus: string
      executions: { paymentId: string; executionDate: string; transactionStatus: string }[]
    }>(tpp, made._links.self?.href)
    assert.equal(details.transactionStatus, 'ACTC')
    assert.deepEqual(
      details.executions.map(({ executionDate, transactionStatus }) => [
        executionDate,
        transactionStatus,
      ]),
      [
        ['2026-11-05', 'ACSC'],
        ['2026-12-07', 'ACSC'],
      ],
    )
    const [first] = details.executions
    const execution = await read(tpp, `${domestic}/${first?.paymentId}`)
    assert.equal(execution.requestedExecutionDate, '2026-11-05')
    assert.equal((await send(tpp, 'DELETE', `${domestic}/${first?.paymentId}`)).status, 409)
    await moveClock(tpp, 'P40D')
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })

  test('approved after the last batch of its day it is ACWC, and is carried out on the next', async () => {
    const { body } = await tpp.client.call<{ now: string }>('GET', '/v1/sandbox/clock')
    const now = Temporal.Instant.from(body.now).toZonedDateTimeISO('Europe/Oslo')
    // A Tuesday, so that the next day is a banking day too.
    const tuesday = now.add({ days: (9 - now.dayOfWeek) % 7 || 7 }).toPlainDate()
    await tpp.client.call('POST', '/v1/sandbox/clock', {
      body: { to: `${tuesday}T20:30:00${now.offset}` },
    })
    const psuNow = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
    const requestedExecutionDate = tuesday.toString()
    const made = await created(tpp, psuNow, transfer({ requestedExecutionDate }))
    const status = await read(tpp, made._links.status?.href)
    assert.equal(status.transactionStatus, 'ACWC')
    assert.ok(String(status.psuMessage).includes(tuesday.add({ days: 1 }).toString()))
    await moveClock(tpp, 'PT10H')
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })
})
