import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { electrician, ingrid, jonas, roastery } from '../headless-psu.ts'
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
  refusal,
  send,
  single,
  statusOf,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** Paying for a company: who may register, who may approve, and up to how much. */

const sandbox = await startSandbox({ clock: manualClock('2026-11-02T08:30:00Z') })
const tpp = await sandbox.tpp()
const company = (customerNumber: string, agreement: string) =>
  logIn(tpp, { customerNumber, context: 'CORPORATE', agreement })
/** May do everything for the roastery; Jonas may register there, up to 50 000. */
const owner = await company(ingrid, roastery)
const registering = await company(jonas, roastery)
/** Up to 500 000 to register and 250 000 to approve. */
const boss = await company(jonas, electrician)
/** A PSU has one session with a TPP, whomever they act for. */
const clerk = { ...registering, 'TPP-Session-ID': boss['TPP-Session-ID'] ?? '' }

const from = (number: string, amount: string, to = iban.ingrid) =>
  transfer({
    instructedAmount: { amount, currency: 'NOK' },
    debtorAccount: nok(number),
    creditorAccount: nok(to),
  })
const forbidden = refusal(403, 'FORBIDDEN', 'body/debtorAccount')
const post = (headers: Record<string, string>, body: unknown, path = domestic) =>
  send<Created>(tpp, 'POST', path, { headers, body })

test('whoever may do everything pays for the company', async () => {
  const made = await created(tpp, owner, from(iban.roastery, '1000.00'), instant)
  assert.equal(await statusOf(tpp, made), 'ACSC')
})

test('one’s own accounts are not the company’s', async () => {
  assertRefused(await post(owner, from(iban.ingrid, '10.00', iban.jonas)), forbidden)
})

test('an account that the bank lets nobody pay from is refused', async () => {
  assertRefused(await post(boss, from(iban.electricianTax, '10.00')), forbidden)
})

describe('to register', () => {
  test('up to the limit, for each payment', async () => {
    await create(tpp, clerk, from(iban.roastery, '50000.00'))
    const above = await post(clerk, from(iban.roastery, '50000.01'))
    assertRefused(above, { ...forbidden, says: /limit/ })
  })

  test('a bulk payment is held to it part by part', async () => {
    const part = (amount: string) => {
      const { debtorAccount: _, ...payment } = from(iban.roastery, amount)
      return payment
    }
    const body = (...amounts: string[]) => ({
      debtorAccount: nok(iban.roastery),
      payments: amounts.map(part),
    })
    assert.equal((await post(clerk, body('40000.00', '40000.00'), bulk)).status, 201)
    assertRefused(await post(clerk, body('1.00', '50001.00'), bulk), forbidden)
  })

  test('in another currency it counts by the bank’s rate', async () => {
    const euros = (amount: string) => ({
      ...from(iban.roastery, '1.00'),
      remittanceInformationUnstructured: `euros ${amount}`,
      instructedAmount: { amount, currency: 'EUR' },
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      creditorAgent: 'COBADEFFXXX',
      creditorAddress: { townName: 'Köln', country: 'DE' },
    })
    const path = '/v1/payments/sepa-credit-transfers'
    assert.equal((await post(clerk, euros('4000.00'), path)).status, 201)
    assertRefused(await post(clerk, euros('4400.00'), path), forbidden)
  })
})

describe('to approve', () => {
  test('needs the right to: what a clerk registers, somebody else of the company approves', async () => {
    const made = await create(tpp, clerk, from(iban.roastery, '2000.00'), instant)
    const alone = await approve(tpp, made)
    assert.equal(alone.parameters.code, 'FORBIDDEN')
    assert.equal(alone.parameters.message, 'The PSU may not approve this.')
    assert.equal(await statusOf(tpp, made), 'RCVD')
    const target = `${instant}/${made.paymentId}/authorisations`
    // Named by the TPP, so the log-in is filled in for her.
    const again = await send<Created>(tpp, 'POST', target, { headers: owner })
    const { parameters } = await approve(tpp, again.body)
    assert.equal(parameters['psu-id'], owner['PSU-ID'], JSON.stringify(parameters))
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })

  test('goes up to the limit', async () => {
    const within = await create(tpp, boss, from(iban.electrician, '250000.00'), instant)
    await approve(tpp, within)
    assert.equal(await statusOf(tpp, within), 'ACSC')
    const above = await create(tpp, boss, from(iban.electrician, '250000.01'), instant)
    assert.equal((await approve(tpp, above)).parameters.code, 'FORBIDDEN')
    assert.equal(await statusOf(tpp, above), 'RCVD')
  })

  test('a right that is taken away before the approval is gone', async () => {
    const made = await create(tpp, owner, from(iban.roastery, '30.00'), instant)
    await allowPayments(false)
    assert.equal((await approve(tpp, made)).parameters.code, 'FORBIDDEN')
    assert.equal(await statusOf(tpp, made), 'RCVD')
    await allowPayments(true)
  })
})

describe('to cancel', () => {
  const later = (amount: string) => ({
    ...from(iban.roastery, amount),
    requestedExecutionDate: '2026-11-20',
  })

  test('goes on when the account allows no payments any more', async () => {
    const made = await created(tpp, owner, later('41.00'))
    await allowPayments(false)
    const answer = await send<Created>(tpp, 'DELETE', made._links.self?.href ?? '')
    const { parameters } = await approve(tpp, answer.body)
    await allowPayments(true)
    assert.equal(parameters['psu-id'], owner['PSU-ID'], JSON.stringify(parameters))
    assert.equal(await statusOf(tpp, made), 'CANC')
  })

  test('is for the one whom the TPP names, whoever has registered it', async () => {
    const made = await create(tpp, clerk, later('43.00'))
    const target = `${domestic}/${made.paymentId}`
    const approval = await send<Created>(tpp, 'POST', `${target}/authorisations`, {
      headers: owner,
    })
    await approve(tpp, approval.body)
    const removal = await send<Created>(tpp, 'DELETE', target, { headers: owner })
    const { parameters } = await approve(tpp, removal.body)
    assert.equal(parameters['psu-id'], owner['PSU-ID'], JSON.stringify(parameters))
    assert.equal(await statusOf(tpp, made), 'CANC')
  })

  test('needs the right to approve', async () => {
    const made = await created(tpp, owner, later('42.00'))
    const answer = await send<Created>(tpp, 'DELETE', made._links.self?.href ?? '')
    const { parameters } = await approve(tpp, answer.body, { customerNumber: jonas })
    assert.equal(parameters.code, 'FORBIDDEN', JSON.stringify(parameters))
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })
})

/** Whether the bank lets anybody pay from the roastery's account. */
const allowPayments = (allowed: boolean) =>
  sandbox.sql(
    `update account_balance b set payments_allowed = $2 from account a
     where a.world_id = b.world_id and a.id = b.account_id and a.iban = $1`,
    [iban.roastery, allowed],
  )

test('between accounts of the company no approval is needed, if the PSU could give it', async () => {
  const own = (amount: string) => ({
    ...from(iban.roasteryInvoices, amount, iban.roastery),
    remittanceInformationUnstructured: `own ${amount}`,
  })
  const made = await create(tpp, owner, own('10.00'))
  assert.equal(made.transactionStatus, 'ACTC')
})

test('PSU-Context CORPORATE without PSU-Corporate-ID is refused for a PSU who is known', async () => {
  const { 'PSU-Corporate-ID': _, ...rest } = owner
  const headers = { ...rest, 'PSU-Context': 'CORPORATE' }
  const answer = await post(headers, from(iban.roastery, '10.00'))
  assertRefused(answer, refusal(400, 'FORMAT_ERROR', 'header PSU-Corporate-ID'))
})

// Last, since it ends her session.
test('what somebody has approved, another of the company may cancel, however it was begun', async () => {
  const { body } = await tpp.client.call<{ agreements: { id: string; name: string }[] }>(
    'GET',
    '/v1/sandbox/agreements',
  )
  const agreement = body.agreements.find(({ name }) => name === roastery)
  await tpp.client.call('POST', `/v1/sandbox/agreements/${agreement?.id}/engagements`, {
    body: { customer: jonas, account: { iban: iban.roasteryInvoices }, roles: ['VIEW', 'APPROVE'] },
  })
  const headers = single({ 'X-PSU-IDENTITY': ingrid, 'PSU-Context': 'CORPORATE' })
  const made = await create(tpp, headers, from(iban.roasteryInvoices, '40.00'))
  await approve(tpp, made, { agreement: roastery })
  const removal = await send<Created>(tpp, 'DELETE', made._links.self?.href ?? '')
  await approve(tpp, removal.body, { customerNumber: jonas, agreement: roastery })
  assert.equal(await statusOf(tpp, made), 'CANC')
})
