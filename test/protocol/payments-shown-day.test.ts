import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ingrid } from '../headless-psu.ts'
import {
  approve,
  bulk,
  type Created,
  create,
  domestic,
  instant,
  logIn,
  periodic,
  read,
  send,
  statusOf,
  transfer,
} from '../paying.ts'
import { startSteps } from '../psu-steps.ts'
import { startSandbox } from '../sandbox.ts'

/** What is approved is what was shown, and that goes by the hour. Each begins on a Monday. */

async function standingAt(time: string) {
  const clock = manualClock(`2026-11-02T${time}:00+01:00`)
  const sandbox = await startSandbox({ clock })
  const tpp = await sandbox.tpp()
  const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  return { clock, tpp, psu, steps: await startSteps(sandbox, { clock }) }
}

describe('shown before the last batch and approved after it', async () => {
  const { clock, tpp, psu, steps } = await standingAt('19:58')
  const { debtorAccount, ...part } = transfer()
  const made = {
    domestic: await create(tpp, psu, transfer(), domestic),
    bulk: await create(tpp, psu, { debtorAccount, payments: [part] }, bulk),
    instant: await create(tpp, psu, transfer(), instant),
    later: await create(tpp, psu, transfer({ requestedExecutionDate: '2026-11-05' })),
  }
  const begun = async (payment: Created) => ({ payment, visit: await steps.begun(payment) })
  const visits = {
    domestic: await begun(made.domestic),
    bulk: await begun(made.bulk),
    instant: await begun(made.instant),
    later: await begun(made.later),
  }
  clock.advance('PT3M')

  for (const name of ['domestic', 'bulk'] as const) {
    test(`a ${name} payment has another day: nothing is approved, and it is shown anew`, async () => {
      const { payment, visit } = visits[name]
      const back = await steps.decided(visit)
      assert.equal(back.get('code'), 'SCA_INVALID')
      assert.equal(back.get('message'), 'What was to be approved has changed.')
      assert.deepEqual(await read(tpp, payment._links.scaStatus?.href), { scaStatus: 'failed' })
      const self = payment._links.self?.href ?? ''
      const again = await send<Created>(tpp, 'POST', `${self}/authorisations`)
      await approve(tpp, again.body, { customerNumber: ingrid })
      assert.equal(await statusOf(tpp, payment), 'ACTC')
    })
  }

  for (const [name, status] of [
    ['instant', 'ACSC'],
    ['later', 'ACTC'],
  ] as const) {
    test(`a payment that goes on the same day still (${name}) is approved`, async () => {
      const { payment, visit } = visits[name]
      assert.ok((await steps.decided(visit)).get('psu-id'))
      assert.equal(await statusOf(tpp, payment), status)
    })
  }
})

describe('a series whose last day passes before it is approved', async () => {
  const { clock, tpp, psu, steps } = await standingAt('05:58')
  const series = { startDate: '2026-11-02', endDate: '2026-11-02', frequency: 'Weekly' }
  const make = () => create(tpp, psu, { ...transfer(), ...series }, periodic)
  const shown = await make()
  const [approved, declined, inNewSession] = [await make(), await make(), await make()]
  const left = await make()
  const visit = await steps.begun(shown)
  clock.advance('PT3M')

  test('is not approved by who saw it before', async () => {
    assert.equal((await steps.decided(visit)).get('code'), 'SCA_INVALID')
  })

  test('says that its last day is over, and cannot be approved', async () => {
    const late = await steps.begun(approved)
    assert.match(
      JSON.stringify(late.subject.tooLate?.why),
      /last day of this standing order is over/,
    )
    const back = await steps.decided(late)
    assert.equal(back.get('code'), 'EXECUTION_DATE_INVALID')
    assert.equal(back.get('message'), 'The last day of the payment is over.')
    assert.deepEqual(await read(tpp, approved._links.scaStatus?.href), { scaStatus: 'failed' })
    const target = `${approved._links.self?.href}/authorisations`
    assert.equal((await send(tpp, 'POST', target)).status, 201)
  })

  test('begins no session when it fails, and leaves the one before', async () => {
    const session = { 'TPP-Session-ID': 'of-the-late-approval' }
    const target = `${inNewSession._links.self?.href}/authorisations`
    const headers = { ...psu, ...session }
    const { body } = await send<Created>(tpp, 'POST', target, { headers })
    assert.equal((await steps.decided(await steps.begun(body))).get('psu-id'), null)
    const statusWith = async (own: object) =>
      (await send(tpp, 'GET', '/v1/user', { headers: { ...psu, ...own } })).status
    assert.deepEqual([await statusWith({}), await statusWith(session)], [200, 401])
  })

  test('tells the TPP why, also when the PSU only goes back', async () => {
    const { parameters } = await approve(tpp, left, { outcome: 'abort', customerNumber: ingrid })
    assert.equal(parameters.code, 'SCA_INVALID', 'nobody has logged in')
    const again = await send<Created>(tpp, 'POST', `${left._links.self?.href}/authorisations`)
    const back = await steps.left(await steps.begun(again.body))
    assert.equal(back.get('code'), 'EXECUTION_DATE_INVALID')
    assert.equal((await send(tpp, 'POST', `${left._links.self?.href}/authorisations`)).status, 201)
  })

  test('can be declined', async () => {
    await steps.decided(await steps.begun(declined), 'decline')
    assert.equal(await statusOf(tpp, declined), 'RJCT')
  })
})
