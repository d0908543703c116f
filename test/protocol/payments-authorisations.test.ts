import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { authorisationsMax } from '../../src/wire/authorisations.ts'
import { ingrid, linkIdIn } from '../headless-psu.ts'
import {
  approve,
  type Created,
  create,
  created,
  domestic,
  instant,
  logIn,
  read,
  refusal,
  send,
  statusOf,
  transfer,
} from '../paying.ts'
import { startSteps } from '../psu-steps.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** How a TPP follows the PSU: authorisations of payments and of cancellations. */

const clock = manualClock('2026-11-02T08:30:00Z')
const sandbox = await startSandbox({ clock })
const tpp = await sandbox.tpp()
const steps = await startSteps(sandbox, { clock })
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
const later = { requestedExecutionDate: '2026-11-12' }

interface Started extends Pick<Created, '_links'> {
  authorisationId: string
  scaStatus: string
}

const at = ({ paymentId }: Created, below: string) => `${domestic}/${paymentId}/${below}`
const start = (made: Created, kind = 'authorisations') => {
  // The oldest stands first, so there must be one.
  clock.advance('PT1S')
  return send<Started>(tpp, 'POST', at(made, kind))
}
const ids = async (made: Created, kind = 'authorisations') =>
  (await read<{ authorisationIds: string[] }>(tpp, at(made, kind))).authorisationIds
const scaStatus = async ({ _links }: Pick<Created, '_links'>) =>
  (await read(tpp, _links.scaStatus?.href)).scaStatus

test('the first authorisation comes with the payment, and more may be started', async () => {
  const made = await create(tpp, psu, transfer())
  const first = made._links.scaStatus?.href.split('/').at(-1)
  assert.deepEqual(await ids(made), [first])
  const { status, body } = await start(made)
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body).sort(), ['_links', 'authorisationId', 'scaStatus'])
  assert.equal(body.scaStatus, 'received')
  assert.equal(
    body._links.scaStatus?.href,
    `${sandbox.publicUrl}${at(made, `authorisations/${body.authorisationId}`)}`,
  )
  assert.notEqual(body._links.scaRedirect?.href, made._links.scaRedirect?.href)
  assert.deepEqual(await ids(made), [first, body.authorisationId])
})

test('an empty body is taken, and nothing in it', async () => {
  const made = await create(tpp, psu, transfer())
  const target = at(made, 'authorisations')
  assert.equal((await send(tpp, 'POST', target, { body: {} })).status, 201)
  const answer = await send(tpp, 'POST', target, { body: { psuData: {} } })
  assertRefused(answer, refusal(400, 'FORMAT_ERROR', 'body/psuData'))
})

describe('scaStatus', () => {
  test('tells how far the PSU has come', async () => {
    const made = await create(tpp, psu, transfer())
    assert.equal(await scaStatus(made), 'received')
    const page = `${sandbox.url}/sca/${linkIdIn(made._links.scaRedirect?.href ?? '')}`
    assert.equal((await fetch(page)).status, 200)
    assert.equal(await scaStatus(made), 'received')
    const second = (await start(made)).body
    const visit = await steps.identified(second)
    assert.equal(await scaStatus(second), 'psuIdentified')
    await steps.loggedIn(visit)
    assert.equal(await scaStatus(second), 'psuAuthenticated')
    assert.ok((await steps.decided(visit)).get('psu-id'))
    assert.equal(await scaStatus(second), 'finalised')
    assert.equal(await statusOf(tpp, made), 'ACTC')
    // The first has been looked at, no more.
    assert.equal(await scaStatus(made), 'received')
  })

  test('is failed from the moment on that the link has ended', async () => {
    const [untouched, begun] = [
      await create(tpp, psu, transfer()),
      await create(tpp, psu, transfer()),
    ]
    await steps.begun(begun)
    clock.advance('PT4M59S')
    assert.equal(await scaStatus(begun), 'psuAuthenticated')
    clock.advance('PT1S')
    assert.equal(await scaStatus(begun), 'failed')
    assert.equal(await scaStatus(untouched), 'failed')
  })

  test('is failed when the PSU declines, stops, or cannot log in', async () => {
    for (const outcome of ['decline', 'abort', 'wrong-code']) {
      const other = await sandbox.tpp()
      const otherPsu = await logIn(other, { customerNumber: ingrid, context: 'PRIVATE' })
      const made = await create(other, otherPsu, transfer())
      await approve(other, made, { outcome })
      assert.deepEqual(await read(other, made._links.scaStatus?.href), { scaStatus: 'failed' })
    }
  })
})

describe('there is nothing to approve', () => {
  const conflict = refusal(409, 'CONFLICT')

  test('once the payment is approved, cancelled or settled', async () => {
    const approved = await created(tpp, psu, transfer(later))
    const cancelled = await create(tpp, psu, transfer(later))
    await send(tpp, 'DELETE', at(cancelled, '').slice(0, -1))
    for (const made of [approved, cancelled]) assertRefused(await start(made), conflict)
    const settled = await created(tpp, psu, transfer(), instant)
    const target = `${instant}/${settled.paymentId}/authorisations`
    assertRefused(await send(tpp, 'POST', target), conflict)
  })

  test('about a cancellation before the payment is approved', async () => {
    const made = await create(tpp, psu, transfer())
    assertRefused(await start(made, 'cancellation-authorisations'), conflict)
    assert.deepEqual(await ids(made, 'cancellation-authorisations'), [])
  })
})

test('cancellations have authorisations of their own', async () => {
  const kind = 'cancellation-authorisations'
  const made = await created(tpp, psu, transfer(later))
  const deleted = await send<Created>(tpp, 'DELETE', at(made, '').slice(0, -1))
  const first = deleted.body._links.scaStatus?.href.split('/').at(-1)
  const { status, body } = await start(made, kind)
  assert.equal(status, 201)
  assert.deepEqual(await ids(made, kind), [first, body.authorisationId])
  assert.equal((await ids(made)).length, 1)
  await approve(tpp, body)
  assert.equal(await statusOf(tpp, made), 'CANC')
  assert.equal(await scaStatus(body), 'finalised')
  assert.equal(await scaStatus(deleted.body), 'received')
})

test('the authorisation of one payment, or of its cancellation, is unknown elsewhere', async () => {
  const unknown = refusal(404, 'RESOURCE_UNKNOWN')
  const [one, other] = [await create(tpp, psu, transfer()), await create(tpp, psu, transfer())]
  const id = (await ids(one))[0]
  for (const target of [
    at(other, `authorisations/${id}`),
    at(one, `cancellation-authorisations/${id}`),
    at(one, 'authorisations/nothing'),
    at(one, 'authorisations/00000000-0000-4000-8000-000000000000'),
  ]) {
    assertRefused(await send(tpp, 'GET', target), unknown)
  }
})

test('of one payment as many may be started as its list shows, also when all are at once', async () => {
  const made = await create(tpp, psu, transfer())
  const target = at(made, 'authorisations')
  const answers = await Promise.all(
    Array.from({ length: authorisationsMax + 2 }, () => send(tpp, 'POST', target)),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused) assertRefused(answer, refusal(409, 'CONFLICT'))
  assert.equal(refused.length, 3)
  assert.equal((await ids(made)).length, authorisationsMax)
})

test('of one cancellation no more may be started either, by DELETE or otherwise', async () => {
  const made = await created(tpp, psu, transfer(later))
  const target = at(made, 'cancellation-authorisations')
  await Promise.all(Array.from({ length: authorisationsMax }, () => send(tpp, 'POST', target)))
  assertRefused(await send(tpp, 'POST', target), refusal(409, 'CONFLICT'))
  assertRefused(await send(tpp, 'DELETE', made._links.self?.href ?? ''), refusal(409, 'CONFLICT'))
})
