import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { systemRandom as random } from '../../src/kernel/random.ts'
import { electrician, type Headers, ingrid, jonas, linkIn, roastery } from '../headless-psu.ts'
import {
  approve,
  bookedOn,
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
  single,
  statusOf,
  transfer,
} from '../paying.ts'
import { startSteps } from '../psu-steps.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** One bank for all TPPs, so that what one of them has is there, and yet unknown to the others. */

const clock = manualClock('2026-11-02T09:00:30Z')
const sandbox = await startSandbox({ clock, env: { NORDGATE_SHARED_WORLD: 'on' } })
const tpp = await sandbox.tpp()
const { begun, decided } = await startSteps(sandbox, { clock, shared: true })
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })

interface Basket {
  basketId: string
  transactionStatus: string
  _links: Created['_links']
}

const baskets = '/v1/signing-baskets'

const ask = (paymentIds: unknown, headers: Headers = psu, by: Tpp = tpp) =>
  send<Basket>(by, 'POST', baskets, { headers, body: { paymentIds } })

async function basketOf(payments: readonly { paymentId: string }[], headers = psu, by = tpp) {
  const answer = await ask(
    payments.map(({ paymentId }) => paymentId),
    headers,
    by,
  )
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

/** Made one after the other, so that their order is known. */
async function payments(count: number, headers = psu, path = domestic): Promise<Created[]> {
  const made: Created[] = []
  for (let n = 0; n < count; n++) made.push(await create(tpp, headers, transfer(), path))
  return made
}

const idsOf = (made: readonly Created[]) => made.map(({ paymentId }) => paymentId)

/** Also of domestic payments that are not approved, which a TPP cannot read. */
async function statuses(made: readonly Created[]): Promise<string[]> {
  const rows = await sandbox.sql<{ id: string; status: string }>(
    'select id, status from payment where id = any($1)',
    [idsOf(made)],
  )
  return made.map(({ paymentId }) => rows.find(({ id }) => id === paymentId)?.status ?? '')
}

const remove = (target: string, by = tpp) => send(by, 'DELETE', target)

describe('a basket', () => {
  test('is approved in one SCA, and each of its payments with it', async () => {
    const made = await payments(3)
    const basket = await basketOf(made)
    assert.deepEqual(Object.keys(basket), ['basketId', 'transactionStatus', '_links'])
    assert.equal(basket.transactionStatus, 'RCVD')
    const links = Object.entries(basket._links).map(([name, { verbs }]) => [name, ...verbs])
    assert.deepEqual(links.sort(), [
      ['scaRedirect', 'GET'],
      ['scaStatus', 'GET'],
      ['self', 'GET', 'DELETE'],
      ['status', 'GET'],
    ])
    const { scaStatus, self } = basket._links
    assert.deepEqual(await read(tpp, scaStatus?.href), { scaStatus: 'received' })
    assert.deepEqual(await read(tpp, self?.href), {
      ...{ basketId: basket.basketId, transactionStatus: 'RCVD', payments: idsOf(made) },
      _links: { self, status: basket._links.status },
    })
    const { parameters } = await approve(tpp, basket)
    assert.equal(parameters['psu-id'], psu['PSU-ID'])
    assert.deepEqual(await statuses(made), ['ACTC', 'ACTC', 'ACTC'])
    assert.equal(await statusOf(tpp, basket), 'ACTC')
    assert.deepEqual(await read(tpp, scaStatus?.href), { scaStatus: 'finalised' })
    const before = await bookedOn(tpp, iban.jonas)
    await runBatch(tpp)
    assert.deepEqual(await statuses(made), ['ACSC', 'ACSC', 'ACSC'])
    assert.equal((await bookedOn(tpp, iban.jonas)) - before, 300_00n)
    assert.equal(await statusOf(tpp, basket), 'ACTC')
  })

  test('takes a hundred payments, and not one more', async () => {
    const all = Array.from({ length: 100 }, () => create(tpp, psu, transfer()))
    const made = await Promise.all(all)
    const basket = await basketOf(made)
    const { parameters } = await approve(tpp, basket)
    assert.ok(parameters['psu-id'])
    assert.deepEqual(new Set(await statuses(made)), new Set(['ACTC']))
    const ids = [...idsOf(made), random.uuid()]
    assertRefused(await ask(ids), {
      ...{ status: 400, code: 'FORMAT_ERROR', messages: ['FORMAT_ERROR body/paymentIds'] },
    })
  })

  test('is one SCA for log-in and approval when the TPP does not know the PSU yet', async () => {
    const fresh = await sandbox.tpp()
    const headers = single({ 'X-PSU-IDENTITY': ingrid })
    const made = await create(fresh, headers, transfer())
    const basket = await basketOf([made], headers, fresh)
    const { parameters } = await approve(fresh, basket)
    assert.ok(parameters['psu-id'])
    assert.equal(parameters.context, 'PRIVATE')
    assert.equal(await statusOf(fresh, made), 'ACTC')
  })

  test('of a PSU without a session leads to a log-in first', async () => {
    const [made] = await payments(1)
    const other = { ...psu, 'TPP-Session-ID': 'never-seen' }
    linkIn(await ask([made?.paymentId], other))
    const unknown = { ...psu, 'PSU-ID': random.uuid() }
    linkIn(await ask([made?.paymentId], unknown))
  })

  test('for a company that is not named is refused', async () => {
    const [made] = await payments(1)
    assertRefused(await ask([made?.paymentId], { ...psu, 'PSU-Context': 'CORPORATE' }), {
      ...{ status: 400, code: 'FORMAT_ERROR' },
      messages: ['FORMAT_ERROR header PSU-Corporate-ID'],
    })
  })

  test('of a company is approved under the agreement that the PSU chooses', async () => {
    const fresh = await sandbox.tpp()
    const headers = single({ 'X-PSU-IDENTITY': jonas, 'PSU-Context': 'CORPORATE' })
    const body = transfer({ debtorAccount: nok(iban.electrician) })
    const made = await create(fresh, headers, body)
    const basket = await basketOf([made], headers, fresh)
    const { parameters } = await approve(fresh, basket, { agreement: electrician })
    assert.equal(parameters.context, 'CORPORATE')
    assert.ok(parameters['psu-corporate-id'])
    assert.equal(await statusOf(fresh, made), 'ACTC')
  })

  test('that a clerk makes for a company is filled in for the colleague whom the TPP names', async () => {
    const fresh = await sandbox.tpp()
    const company = (customerNumber: string) =>
      logIn(fresh, { customerNumber, context: 'CORPORATE', agreement: roastery })
    const [clerk, owner] = [await company(jonas), await company(ingrid)]
    const made = await create(fresh, clerk, transfer({ debtorAccount: nok(iban.roastery) }))
    const basket = await basketOf([made], clerk, fresh)
    const target = `${baskets}/${basket.basketId}/authorisations`
    const again = await send<Basket>(fresh, 'POST', target, { headers: owner })
    assert.equal(again.status, 201, JSON.stringify(again.body))
    const { parameters } = await approve(fresh, again.body)
    assert.equal(parameters['psu-id'], owner['PSU-ID'], JSON.stringify(parameters))
    assert.deepEqual(await statuses([made]), ['ACTC'])
  })

  test('by somebody else than its PSU is refused', async () => {
    const made = await payments(2)
    const basket = await basketOf(made)
    const { parameters } = await approve(tpp, basket, { customerNumber: jonas })
    assert.equal(parameters.code, 'FORBIDDEN')
    assert.deepEqual(await statuses(made), ['RCVD', 'RCVD'])
    assert.deepEqual(await read(tpp, basket._links.scaStatus?.href), { scaStatus: 'failed' })
  })
})

describe('the PSU', () => {
  test('declines all of it', async () => {
    const made = await payments(2)
    const basket = await basketOf(made)
    const { parameters } = await approve(tpp, basket, { outcome: 'decline' })
    assert.equal(parameters.code, 'PAYMENT_FAILED')
    assert.deepEqual(await statuses(made), ['RJCT', 'RJCT'])
    assert.equal(await statusOf(tpp, basket), 'RJCT')
    const again = await send(tpp, 'POST', `${baskets}/${basket.basketId}/authorisations`)
    assertRefused(again, { status: 409, code: 'CONFLICT', messages: ['CONFLICT'] })
  })

  test('stops, and approves through another authorisation', async () => {
    const made = await payments(2)
    const basket = await basketOf(made)
    const { parameters } = await approve(tpp, basket, { outcome: 'abort' })
    assert.equal(parameters.code, 'SCA_INVALID')
    assert.deepEqual(await statuses(made), ['RCVD', 'RCVD'])
    const target = `${baskets}/${basket.basketId}/authorisations`
    clock.advance('PT1S')
    const second = await send<Created & { authorisationId: string; scaStatus: string }>(
      ...([tpp, 'POST', target] as const),
    )
    assert.equal(second.status, 201)
    assert.equal(second.body.scaStatus, 'received')
    const { authorisationIds } = await read<{ authorisationIds: string[] }>(tpp, target)
    assert.equal(authorisationIds.length, 2)
    assert.equal(authorisationIds[1], second.body.authorisationId)
    await approve(tpp, second.body)
    assert.deepEqual(await statuses(made), ['ACTC', 'ACTC'])
    assert.deepEqual(await read(tpp, `${target}/${authorisationIds[0]}`), { scaStatus: 'failed' })
    assert.deepEqual(await read(tpp, `${target}/${authorisationIds[1]}`), {
      scaStatus: 'finalised',
    })
    const unknown = await send(tpp, 'GET', `${target}/${random.uuid()}`)
    assertRefused(unknown, {
      ...{ status: 404, code: 'RESOURCE_UNKNOWN' },
      messages: ['RESOURCE_UNKNOWN'],
    })
  })

  test('approves one payment by itself: the basket is PATC, and the rest is left to approve', async () => {
    const made = await payments(3)
    const basket = await basketOf(made)
    assert.ok(made[0])
    await approve(tpp, made[0])
    assert.equal(await statusOf(tpp, basket), 'PATC')
    await approve(tpp, basket)
    assert.deepEqual(await statuses(made), ['ACTC', 'ACTC', 'ACTC'])
    assert.equal(await statusOf(tpp, basket), 'ACTC')
  })

  test('approves more than there is: an instant payment fails by itself, and the basket says so', async () => {
    const amount = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } }
    const dear = await create(tpp, psu, transfer(amount), instant)
    const [cheap] = await payments(1, psu, instant)
    const [later] = await payments(1)
    assert.ok(cheap && later)
    const basket = await basketOf([dear, cheap, later])
    const { parameters } = await approve(tpp, basket)
    assert.equal(parameters.code, 'PAYMENT_FAILED')
    const { scaStatus } = await read(tpp, basket._links.scaStatus?.href)
    assert.equal(scaStatus, 'finalised')
    assert.deepEqual(await statuses([dear, cheap, later]), ['ACCP', 'ACSC', 'ACTC'])
    assert.equal(await statusOf(tpp, basket), 'RJCT')
  })
})

describe('a basket takes', () => {
  const conflict = (places: readonly number[], says: RegExp) => ({
    ...{ status: 409, code: 'CONFLICT', says },
    messages: places.map((place) => `CONFLICT body/paymentIds/${place}`),
  })

  test('at least one payment', async () => {
    for (const ids of [[], undefined, 'x', [1], null]) {
      const body = { status: 400, code: 'FORMAT_ERROR', says: /body\/paymentIds/ }
      const { tppMessages } = (await ask(ids)).body as { tppMessages?: { code: string }[] }
      assert.ok(tppMessages?.every(({ code }) => code === 'FORMAT_ERROR'))
      assertRefused(await ask(ids), { ...body, messages: pathsIn(tppMessages) })
    }
  })
  const pathsIn = (messages: readonly { code: string; path?: string }[] = []) =>
    messages.map(({ code, path }) => `${code} ${path}`)

  test('each payment once', async () => {
    const made = idsOf(await payments(2))
    assertRefused(await ask([...made, made[0]]), {
      ...{ status: 400, code: 'FORMAT_ERROR', says: /is the same as paymentIds\/0/ },
      messages: ['FORMAT_ERROR body/paymentIds/2'],
    })
  })

  test('payments that there are, by whatever name they are called', async () => {
    const made = idsOf(await payments(1))
    assertRefused(await ask([...made, random.uuid(), 'x', '']), {
      ...{ status: 404, code: 'RESOURCE_UNKNOWN' },
      messages: [1, 2, 3].map((place) => `RESOURCE_UNKNOWN body/paymentIds/${place}`),
    })
  })

  test('single payments only, whatever else is wrong', async () => {
    const [one] = await payments(1)
    const { debtorAccount, ...part } = transfer()
    const many = await create(tpp, psu, { debtorAccount, payments: [part] }, bulk)
    const series = { startDate: '2026-12-01', frequency: 'Monthly', dayOfExecution: '15' }
    const regular = await create(tpp, psu, transfer(series), periodic)
    const ids = [random.uuid(), one?.paymentId, many.paymentId, regular.paymentId]
    assertRefused(await ask(ids), {
      ...{ status: 400, code: 'REFERENCE_MIX_INVALID', says: /a basket takes none/ },
      messages: [
        'BAD_REQUEST body/paymentIds/2',
        'BAD_REQUEST body/paymentIds/3',
        'RESOURCE_UNKNOWN body/paymentIds/0',
      ],
    })
    const [part0] = await sandbox.sql<{ id: string }>(
      'select id from payment where parent_id = $1',
      [many.paymentId],
    )
    assert.equal((await ask([part0?.id])).status, 400)
  })

  test('payments that wait for approval', async () => {
    const [waiting] = await payments(1)
    const approved = await created(tpp, psu, transfer())
    const [gone] = await payments(1)
    assert.equal((await remove(gone?._links.self?.href ?? '')).status, 204)
    const ids = [waiting?.paymentId, approved.paymentId, gone?.paymentId]
    assertRefused(await ask(ids), conflict([1, 2], /is ACTC.*is CANC/))
  })

  test('payments of the same PSU and context', async () => {
    const other = await logIn(tpp, { customerNumber: jonas, context: 'PRIVATE' })
    const his = await create(
      tpp,
      other,
      transfer({ debtorAccount: nok(iban.jonas), creditorAccount: nok(iban.ingrid) }),
    )
    const [hers] = await payments(1)
    const ids = [hers?.paymentId, his.paymentId]
    assertRefused(await ask(ids), conflict([1], /not of the PSU and the context/))
    const unknown = single({ 'X-PSU-IDENTITY': ingrid })
    assertRefused(await ask([hers?.paymentId], unknown), conflict([0], /not of the PSU/))
  })

  test('payments that are in no other basket', async () => {
    const made = await payments(2)
    await basketOf(made)
    const [free] = await payments(1)
    const ids = [free?.paymentId, ...idsOf(made)]
    assertRefused(await ask(ids), conflict([1, 2], /in another basket/))
  })

  test('a payment that two baskets want at once only into one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = idsOf(await payments(3))
      const wishes = [ids, ids.toReversed(), ids.slice(1), [ids[1]]]
      const answers = await Promise.all(wishes.map((wish) => ask(wish)))
      const found = answers.map(({ status }) => status).sort()
      assert.deepEqual(found, [201, 409, 409, 409])
    }
  })
})

describe('a basket that is deleted', () => {
  test('frees its payments and is known no more', async () => {
    const made = await payments(2)
    const basket = await basketOf(made)
    const self = basket._links.self?.href ?? ''
    assert.equal((await remove(self)).status, 204)
    const unknown = { status: 404, code: 'RESOURCE_UNKNOWN', messages: ['RESOURCE_UNKNOWN'] }
    assertRefused(await remove(self), unknown)
    for (const path of ['', '/status', '/authorisations']) {
      assertRefused(await send(tpp, 'GET', `${self}${path}`), unknown)
    }
    const { parameters } = await approve(tpp, basket)
    assert.equal(parameters.code, 'SCA_INVALID')
    assert.deepEqual(await statuses(made), ['RCVD', 'RCVD'])
    await approve(tpp, await basketOf(made))
    assert.deepEqual(await statuses(made), ['ACTC', 'ACTC'])
  })

  test('must not have been decided about', async () => {
    const basket = await basketOf(await payments(1))
    await approve(tpp, basket)
    const answer = await remove(basket._links.self?.href ?? '')
    assertRefused(answer, { status: 409, code: 'CONFLICT', messages: ['CONFLICT'] })
    assert.equal(await statusOf(tpp, basket), 'ACTC')
  })
})

describe('a payment that is deleted', () => {
  test('leaves its basket', async () => {
    const made = await payments(3)
    const basket = await basketOf(made)
    assert.equal((await remove(made[1]?._links.self?.href ?? '')).status, 204)
    const { payments: left } = await read<{ payments: string[] }>(tpp, basket._links.self?.href)
    assert.deepEqual(left, [made[0]?.paymentId, made[2]?.paymentId])
    await approve(tpp, basket)
    assert.deepEqual(await statuses(made), ['ACTC', 'CANC', 'ACTC'])
    assert.equal(await statusOf(tpp, basket), 'ACTC')
  })

  test('leaves an empty basket behind, which is RJCT', async () => {
    const [made] = await payments(1)
    assert.ok(made)
    const basket = await basketOf([made])
    await remove(made._links.self?.href ?? '')
    assert.equal(await statusOf(tpp, basket), 'RJCT')
    const { parameters } = await approve(tpp, basket)
    assert.equal(parameters.code, 'SCA_INVALID')
  })

  test('makes an approval void that was begun before', async () => {
    const made = await payments(3)
    const basket = await basketOf(made)
    const visit = await begun(basket)
    const { subject } = visit
    assert.deepEqual(subject.payees?.length, 3)
    assert.deepEqual(subject.amounts, [{ minor: 300_00n, currency: 'NOK' }])
    await remove(made[1]?._links.self?.href ?? '')
    const back = await decided(visit)
    assert.equal(back.get('code'), 'SCA_INVALID')
    assert.equal(back.get('message'), 'What was to be approved has changed.')
    assert.deepEqual(await statuses(made), ['RCVD', 'CANC', 'RCVD'])
    assert.equal(await statusOf(tpp, basket), 'RCVD')
  })
})

describe('another TPP', () => {
  test('cannot see, delete or approve a basket, nor take its payments into one', async () => {
    const made = await payments(1)
    const basket = await basketOf(made)
    const stranger = await sandbox.tpp()
    const unknown = { status: 404, code: 'RESOURCE_UNKNOWN', messages: ['RESOURCE_UNKNOWN'] }
    const self = `${baskets}/${basket.basketId}`
    assertRefused(await send(stranger, 'GET', self), unknown)
    assertRefused(await send(stranger, 'GET', `${self}/status`), unknown)
    assertRefused(await send(stranger, 'GET', `${self}/authorisations`), unknown)
    assertRefused(await send(stranger, 'POST', `${self}/authorisations`), unknown)
    assertRefused(await remove(self, stranger), unknown)
    const theirs = await logIn(stranger, { customerNumber: ingrid, context: 'PRIVATE' })
    assertRefused(await ask(idsOf(made), theirs, stranger), {
      ...unknown,
      messages: ['RESOURCE_UNKNOWN body/paymentIds/0'],
    })
    assert.equal(await statusOf(tpp, basket), 'RCVD')
  })
})

describe('a refusal carries tppMessages', () => {
  const body = { paymentIds: [random.uuid()] }

  test('when a header is missing or the role is another', async () => {
    assertRefused(await send(tpp, 'POST', baskets, { headers: {}, body }), {
      ...{ status: 400, code: 'HTTP_HEADER_REQUIRED' },
      messages: [
        ...['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-ID', 'PSU-IP-Address'],
      ].map((name) => `HTTP_HEADER_REQUIRED header ${name}`),
    })
    const reader = await sandbox.tpp({ roles: ['AISP'] })
    const answer = await send(reader, 'POST', baskets, { headers: psu, body })
    assertRefused(answer, { status: 401, code: 'ROLE_INVALID', messages: ['FORBIDDEN'] })
  })

  test('when the signature does not hold', async () => {
    const request = tpp.client.prepare('POST', baskets, { headers: psu, body })
    const other = tpp.client.prepare('POST', baskets, { headers: psu, body: {} })
    const answer = await tpp.client.send({ ...request, body: other.body })
    assertRefused(answer, {
      ...{ status: 400, code: 'SIGNATURE_INVALID', explained: true, messages: ['BAD_REQUEST'] },
    })
  })

  test('when the request id was used before', async () => {
    const made = idsOf(await payments(2))
    const options = { headers: { ...psu, 'X-Request-ID': random.uuid() } }
    const first = await send(tpp, 'POST', baskets, { ...options, body: { paymentIds: [made[0]] } })
    assert.equal(first.status, 201)
    const second = await send(tpp, 'POST', baskets, { ...options, body: { paymentIds: [made[1]] } })
    assertRefused(second, { status: 409, code: 'CONFLICT', messages: ['CONFLICT'] })
  })

  test('when a fault was planned', async () => {
    const path = `${baskets}/{id}`
    const fault = { method: 'GET', path, status: 503 }
    await tpp.client.call('POST', '/v1/sandbox/faults', { body: fault })
    const answer = await send(tpp, 'GET', `${baskets}/${random.uuid()}`)
    assertRefused(answer, {
      ...{ status: 503, code: 'SERVICE_UNAVAILABLE', messages: ['SYSTEM_ERROR'] },
    })
  })

  test('but not below the path of an operation, where there is none', async () => {
    const answer = await send(tpp, 'GET', `${baskets}/${random.uuid()}/elsewhere`)
    assertRefused(answer, { status: 404, code: 'RESOURCE_UNKNOWN' })
  })
})

test('a snapshot brings back a basket with its payments and its authorisation', async () => {
  const made = await payments(2)
  const basket = await basketOf(made)
  const taken = await tpp.client.call<{ id: string }>('POST', '/v1/sandbox/snapshots')
  await approve(tpp, basket)
  assert.equal(await statusOf(tpp, basket), 'ACTC')
  await tpp.client.call('POST', `/v1/sandbox/snapshots/${taken.body.id}/restore`)
  assert.equal(await statusOf(tpp, basket), 'RCVD')
  assert.deepEqual(await statuses(made), ['RCVD', 'RCVD'])
  assert.deepEqual(await read(tpp, basket._links.scaStatus?.href), { scaStatus: 'received' })
  await approve(tpp, basket)
  assert.deepEqual(await statuses(made), ['ACTC', 'ACTC'])
})
