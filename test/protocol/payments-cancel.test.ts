import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ingrid, jonas, moveClock } from '../headless-psu.ts'
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
  refusal,
  runBatch,
  send,
  statusOf,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** Taking a payment back, with and without the PSU. A Monday morning in Oslo. */

const sandbox = await startSandbox({ clock: manualClock('2026-11-02T08:30:00Z') })
const tpp = await sandbox.tpp()
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })

const remove = ({ _links }: Created) => send<Created>(tpp, 'DELETE', _links.self?.href ?? '')
const conflict = refusal(409, 'CONFLICT')

const part = (amount: string) => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorAccount: nok(iban.jonas),
  creditorName: 'Jonas Myrvold Tangen',
})
const twoParts = { debtorAccount: nok(iban.ingrid), payments: [part('10.00'), part('20.00')] }
const series = () => ({ ...transfer(), startDate: '2026-11-05', frequency: 'Weekly' })

describe('before approval', () => {
  const requests = {
    domestic: [domestic, transfer()],
    instant: [instant, transfer()],
    bulk: [bulk, twoParts],
    periodic: [periodic, series()],
  } as const
  for (const [name, [path, body]] of Object.entries(requests)) {
    test(`a ${name} payment is cancelled at once, and its link approves nothing`, async () => {
      const made = await create(tpp, psu, body, path)
      const answer = await remove(made)
      assert.equal(answer.status, 204)
      assert.equal(answer.body, undefined)
      assert.equal(await statusOf(tpp, made), 'CANC')
      const { parameters } = await approve(tpp, made)
      assert.equal(parameters.code, 'SCA_INVALID')
      assert.equal(await statusOf(tpp, made), 'CANC')
      assertRefused(await remove(made), conflict)
    })
  }

  test('the same request sent again gets the same answer', async () => {
    const made = await create(tpp, psu, transfer())
    const target = `${domestic}/${made.paymentId}`
    const headers = {
      'x-accept-fix': 'amount-as-string',
      'TPP-Redirect-URI': psu['TPP-Redirect-URI'] ?? '',
      'X-Request-ID': 'delete-once',
    }
    for (const _ of [1, 2]) {
      assert.equal((await send(tpp, 'DELETE', target, { headers })).status, 204)
    }
  })
})

describe('after approval', () => {
  test('the PSU approves that too, and the money stays', async () => {
    const made = await created(tpp, psu, transfer())
    const answer = await remove(made)
    assert.equal(answer.status, 202)
    const { transactionStatus, _links } = answer.body
    assert.equal(transactionStatus, 'ACTC')
    assert.deepEqual(Object.keys(_links).sort(), ['scaRedirect', 'scaStatus', 'self', 'status'])
    assert.match(_links.scaStatus?.href ?? '', /\/cancellation-authorisations\/[0-9a-f-]{36}$/)
    assert.equal(await statusOf(tpp, made), 'ACTC')
    const { parameters } = await approve(tpp, answer.body)
    assert.equal(parameters['psu-id'], psu['PSU-ID'], JSON.stringify(parameters))
    assert.equal(await statusOf(tpp, made), 'CANC')
    assert.deepEqual(await read(tpp, _links.scaStatus?.href), { scaStatus: 'finalised' })
    assert.deepEqual((await runBatch(tpp)).body, {})
    assertRefused(await remove(made), conflict)
  })

  test('the PSU may keep it', async () => {
    const made = await created(tpp, psu, transfer({ requestedExecutionDate: '2026-11-12' }))
    const answer = await remove(made)
    const { parameters } = await approve(tpp, answer.body, { outcome: 'decline' })
    assert.equal(parameters.code, 'CONFLICT')
    assert.equal(await statusOf(tpp, made), 'ACTC')
    assert.deepEqual(await read(tpp, answer.body._links.scaStatus?.href), { scaStatus: 'failed' })
  })

  test('nobody else can cancel it', async () => {
    const made = await created(tpp, psu, transfer({ requestedExecutionDate: '2026-11-12' }))
    const answer = await remove(made)
    const { parameters } = await approve(tpp, answer.body, { customerNumber: jonas })
    assert.equal(parameters.code, 'FORBIDDEN')
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })

  test('one that the bank has moved is cancelled alike', async () => {
    const made = await created(tpp, psu, transfer({ requestedExecutionDate: '2026-11-07' }))
    const answer = await remove(made)
    assert.equal(answer.body.transactionStatus, 'ACWC')
    await approve(tpp, answer.body)
    // The day that the PSU was told is none any more.
    assert.deepEqual(await read(tpp, made._links.status?.href), { transactionStatus: 'CANC' })
  })

  test('a bulk payment is cancelled with all its parts', async () => {
    const made = await created(
      tpp,
      psu,
      { ...twoParts, requestedExecutionDate: '2026-11-03' },
      bulk,
    )
    await approve(tpp, (await remove(made)).body)
    const details = await read<{ payments: Created[]; transactionStatus: string }>(
      tpp,
      made._links.self?.href,
    )
    const statuses = details.payments.map(({ transactionStatus }) => transactionStatus)
    assert.deepEqual([details.transactionStatus, ...statuses], ['CANC', 'CANC', 'CANC'])
  })

  test('own transfers, which needed no approval, are cancelled with one', async () => {
    const own = transfer({
      creditorAccount: nok(iban.ingridSavings),
      requestedExecutionDate: '2026-11-12',
    })
    const made = await create(tpp, psu, own)
    const answer = await remove(made)
    assert.equal(answer.status, 202)
    await approve(tpp, answer.body)
    assert.equal(await statusOf(tpp, made), 'CANC')
  })
})

describe('too late', () => {
  test('an instant payment that is settled stays', async () => {
    const made = await created(tpp, psu, transfer(), instant)
    assertRefused(await remove(made), { ...conflict, says: /ACSC/ })
  })

  test('one that a batch holds stays PDNG, and so do those on their way and those that failed', async () => {
    const held = await created(tpp, psu, transfer())
    const away = await created(tpp, psu, transfer({ creditorAccount: nok(iban.elsewhere) }))
    const much = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } }
    const short = await created(tpp, psu, transfer(much))
    const declined = await create(tpp, psu, transfer())
    await approve(tpp, declined, { outcome: 'decline' })
    await tpp.client.call('POST', '/v1/sandbox/batches', { body: { hold: [held.paymentId] } })
    const expected = { PDNG: held, ACSP: away, ACCP: short, RJCT: declined }
    for (const [status, made] of Object.entries(expected)) {
      assertRefused(await remove(made), { ...conflict, says: new RegExp(status) })
      assert.equal(await statusOf(tpp, made), status)
    }
  })

  test('a batch that comes before the PSU has approved the cancellation wins', async () => {
    const made = await created(tpp, psu, transfer())
    const answer = await remove(made)
    await runBatch(tpp)
    const { parameters } = await approve(tpp, answer.body)
    assert.equal(parameters.code, 'SCA_INVALID')
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })
})

// Last, since the clock only goes forward.
test('a periodic payment is stopped: what was made stays, and nothing more is', async () => {
  const made = await created(tpp, psu, series(), periodic)
  await moveClock(tpp, 'P8D')
  const executions = async () =>
    (await read<{ executions: Created[] }>(tpp, made._links.self?.href)).executions.length
  assert.equal(await executions(), 1)
  await approve(tpp, (await remove(made)).body, { customerNumber: ingrid })
  assert.equal(await statusOf(tpp, made), 'CANC')
  await moveClock(tpp, 'P30D')
  assert.equal(await executions(), 1)
})
