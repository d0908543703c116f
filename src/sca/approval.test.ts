import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { freshDatabase } from '../../test/databases.ts'
import { electrician, ingrid, jonas, linkIdIn } from '../../test/headless-psu.ts'
import { ledgerBank, ledgerBooks } from '../bank/ledger/ledger.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { systemRandom as random } from '../kernel/random.ts'
import { createFillWorld, createWorlds } from '../sandbox/sandbox.ts'
import { inWorld, openStorage, type WorldQueries } from '../storage/storage.ts'
import type { Step } from './flow.ts'
import type { Approver, PsuRequest, ScaSubject, SubjectOfLink } from './sca.ts'
import { createSandboxLogin, createSca } from './sca.ts'

/** Approvals of something that is kept in memory, with a clock of the test's own. */

interface Order {
  amount: string
  payee: string
  /** Whom it belongs to; anybody when left out. */
  number?: string
  state: 'waiting' | 'approved' | 'declined'
  by?: SubjectOfLink
}

const orders = new Map<string, Order>()
const waiting = (id: string): Order | undefined => {
  const order = orders.get(id)
  return order?.state === 'waiting' ? order : undefined
}

const poor = { status: 400, code: 'PAYMENT_FAILED', message: 'Not enough money & more' }
const forbidden = { status: 403, code: 'FORBIDDEN', message: 'Not any more' }
const declined = { status: 401, code: 'CONSENT_INVALID', message: 'The payment was declined.' }

const subject: ScaSubject = {
  kind: 'order',
  binding: async (_world, { id }) => {
    const order = waiting(id)
    if (!order) return undefined
    const { amount, payee } = order
    return { digest: `${amount} to ${payee}`, does: 'pay', amount, payee }
  },
  describe: async (world, { id, customerId }) => {
    const order = waiting(id)
    if (!order) return undefined
    const customer = await bank(world).customer(customerId)
    const theirs = customer.ok && (order.number ?? customer.value.number) === customer.value.number
    if (!theirs) return undefined
    const { amount, payee } = order
    const lines = [{ label: payee, value: amount }]
    return { title: `Order ${id}`, does: 'pay', amounts: [], remarks: [], lines }
  },
  approve: async (_world, link) => {
    if (orders.get(link.id)?.payee === 'Dear Ltd') return { ...poor, approved: true }
    if (orders.get(link.id)?.payee === 'Closed Ltd') return forbidden
    Object.assign(orders.get(link.id) ?? {}, { state: 'approved', by: link })
    return undefined
  },
  reject: async (_world, { id }) => {
    Object.assign(orders.get(id) ?? {}, { state: 'declined' })
    return declined
  },
}

const storage = await openStorage({
  ...{ databaseUrl: await freshDatabase(), dataFolder: '', connections: 4, clock: systemClock },
  log: { debug() {}, info() {}, warn() {}, error() {} },
})
after(() => storage.close())

let aheadSeconds = 0
const clock: Clock = { now: () => systemClock.now().add({ seconds: aheadSeconds }) }
const bank = (world: WorldQueries) => ledgerBank(world, random)
const worlds = createWorlds({ storage, fill: createFillWorld(random), shared: false })
const { flow, offers, headless } = createSca({
  ...{ storage, clock, random, bank, hold: worlds.hold, localhost: true },
  publicUrl: () => 'https://bank.example',
  login: createSandboxLogin({
    ...{ bank, random, customers: (world) => ledgerBooks(world, random).customers() },
  }),
  subjects: [subject],
  ownPagesPerMinute: 100,
})

const asks: PsuRequest = {
  ...{ psuId: undefined, psuCorporateId: undefined, psuIdentity: undefined, context: undefined },
  ...{ sessionId: 's1', redirectUri: 'https://tpp.example/' },
  ...{ redirectPreferred: true, present: true },
}

const anybody: Approver = {
  ...{ customerId: null, meantFor: null, context: 'PRIVATE', agreementId: null },
}

/** One TPP for the whole file: orders are told apart by their ids. */
const tppId = 'PSDNO-FSA-974760673'
const { id: worldId } = await worlds.enter(tppId, clock.now())
const world = inWorld(storage, worldId)
const caller = {
  requestId: 'r',
  tppId,
  tppName: 'Kvitter AS',
  roles: ['PISP'],
  world: worldId,
  asks,
} as const
const note = { actor: 'test', action: 'test', requestId: null }

type StepNamed<Name extends Step['step']> = Extract<Step, { step: Name }>

/** Holds a step to be this one. */
function is<Name extends Step['step']>(step: Step | undefined, name: Name): StepNamed<Name> {
  assert.equal(step?.step, name)
  return step as StepNamed<Name>
}

let made = 0
function newOrder(order: Partial<Order> = {}): string {
  const id = `order-${++made}`
  orders.set(id, { amount: 'NOK 100.00', payee: 'Fjord AS', state: 'waiting', ...order })
  return id
}

async function newLink(id: string, approver: Partial<Approver> = {}) {
  const { href, authorisationId } = await storage.transaction(note, async (tx) =>
    offers.approval(
      { ...caller, now: clock.now() },
      { kind: 'order', id },
      { ...anybody, ...approver },
      tx,
    ),
  )
  return { link: linkIdIn(href), authorisationId }
}

async function identified(link: string, number = ingrid) {
  const { newBrowser: browser } = is(await flow.look(link, undefined), 'log-in')
  is(await flow.identify(link, browser, number), 'code')
  return browser
}

async function loggedIn(link: string, number = ingrid) {
  const browser = await identified(link, number)
  const code = (await flow.device?.(link, browser))?.code ?? ''
  return { browser, step: await flow.enterCode(link, browser, code) }
}

const scaStatus = (id: string, authorisationId: string) =>
  offers.authorisation(world, { kind: 'order', id }, authorisationId, clock.now())

const failureIn = (redirect: string) => {
  const parameters = new URL(redirect).searchParams
  return [parameters.get('status'), parameters.get('code'), parameters.get('message')]
}

const decide = async (link: string, browser: string | undefined, decision: 'approve' | 'decline') =>
  is(await flow.decide(link, browser, { decision }), 'finished')

describe('an approval', () => {
  test('shows exactly what is approved, and approves it once', async () => {
    const id = newOrder()
    const { link, authorisationId } = await newLink(id)
    assert.equal(await scaStatus(id, authorisationId), 'received')
    const browser = await identified(link)
    assert.equal(await scaStatus(id, authorisationId), 'psuIdentified')
    const { code = '', approves } = (await flow.device?.(link, browser)) ?? {}
    assert.deepEqual(approves, { does: 'pay', amount: 'NOK 100.00', payee: 'Fjord AS' })
    const step = is(await flow.enterCode(link, browser, code), 'approval')
    assert.equal(step.subject.title, `Order ${id}`)
    assert.equal(await scaStatus(id, authorisationId), 'psuAuthenticated')
    const end = await decide(link, browser, 'approve')
    assert.equal(end.outcome, 'approved')
    const parameters = Object.fromEntries(new URL(end.redirect).searchParams)
    assert.ok(parameters['psu-id'])
    assert.deepEqual([parameters['tpp-session-id'], parameters.context], ['s1', 'PRIVATE'])
    assert.equal(await scaStatus(id, authorisationId), 'finalised')
    const again = is(await flow.decide(link, browser, { decision: 'decline' }), 'closed')
    assert.equal(again.reason, 'used')
    assert.equal(orders.get(id)?.state, 'approved')
  })

  test('that the bank cannot carry out comes back with the reason, and was one all the same', async () => {
    const id = newOrder({ payee: 'Dear Ltd' })
    const { link, authorisationId } = await newLink(id)
    const { browser } = await loggedIn(link)
    const { redirect, outcome } = await decide(link, browser, 'approve')
    assert.equal(outcome, 'refused')
    assert.deepEqual(failureIn(redirect), ['400', 'PAYMENT_FAILED', 'Not enough money & more'])
    assert.equal(await scaStatus(id, authorisationId), 'finalised')
  })

  test('that the bank does not take comes back with the reason, and has failed', async () => {
    const id = newOrder({ payee: 'Closed Ltd' })
    const { link, authorisationId } = await newLink(id)
    const { browser } = await loggedIn(link)
    const { redirect } = await decide(link, browser, 'approve')
    assert.deepEqual(failureIn(redirect), ['403', 'FORBIDDEN', 'Not any more'])
    assert.equal(await scaStatus(id, authorisationId), 'failed')
  })

  test('that is declined declines what it is for, and says so', async () => {
    const id = newOrder()
    const { link, authorisationId } = await newLink(id)
    const { browser } = await loggedIn(link)
    const { redirect, outcome } = await decide(link, browser, 'decline')
    assert.equal(outcome, 'declined')
    assert.deepEqual(failureIn(redirect), ['401', 'CONSENT_INVALID', 'The payment was declined.'])
    assert.equal(orders.get(id)?.state, 'declined')
    assert.equal(await scaStatus(id, authorisationId), 'failed')
  })

  test('that is aborted leaves everything as it was, and another may be begun', async () => {
    const id = newOrder()
    const first = await newLink(id)
    const { browser } = await loggedIn(first.link)
    is(await flow.abort(first.link, browser), 'finished')
    assert.equal(orders.get(id)?.state, 'waiting')
    const second = await newLink(id)
    const { browser: other } = await loggedIn(second.link)
    await decide(second.link, other, 'approve')
    assert.equal(orders.get(id)?.state, 'approved')
    const both = await offers.authorisations(world, { kind: 'order', id })
    assert.deepEqual(both, [first.authorisationId, second.authorisationId])
    const statuses = both.map((authorisationId) => scaStatus(id, authorisationId))
    assert.deepEqual(await Promise.all(statuses), ['failed', 'finalised'])
  })

  test('that nobody comes for has failed after five minutes, and approves nothing', async () => {
    const id = newOrder()
    const { link, authorisationId } = await newLink(id)
    const { browser } = await loggedIn(link)
    aheadSeconds = 240
    assert.equal(await scaStatus(id, authorisationId), 'psuAuthenticated')
    aheadSeconds = 301
    try {
      assert.equal(await scaStatus(id, authorisationId), 'failed')
      const step = is(await flow.decide(link, browser, { decision: 'approve' }), 'closed')
      assert.equal(step.reason, 'expired')
    } finally {
      aheadSeconds = 0
    }
    assert.equal(orders.get(id)?.state, 'waiting')
  })

  test('by somebody else than is meant is refused', async () => {
    const id = newOrder({ number: jonas })
    const { link } = await newLink(id, { meantFor: jonas })
    const prefilled = is(await flow.look(link, undefined), 'log-in')
    assert.equal(prefilled.customerNumber, jonas)
    await flow.identify(link, prefilled.newBrowser, ingrid)
    const code = (await flow.device?.(link, prefilled.newBrowser))?.code ?? ''
    const end = is(await flow.enterCode(link, prefilled.newBrowser, code), 'finished')
    assert.deepEqual(failureIn(end.redirect).slice(0, 2), ['403', 'FORBIDDEN'])
    assert.equal(orders.get(id)?.state, 'waiting')
  })

  test('through a second link, after the first has approved, finds nothing to approve', async () => {
    const id = newOrder()
    const [first, second] = [await newLink(id), await newLink(id)]
    const { browser: late } = await loggedIn(second.link)
    const { browser } = await loggedIn(first.link)
    await decide(first.link, browser, 'approve')
    const end = is(await flow.decide(second.link, late, { decision: 'decline' }), 'finished')
    assert.deepEqual(failureIn(end.redirect), [
      ...['401', 'SCA_INVALID', 'There is nothing to approve any more.'],
    ])
    assert.equal(orders.get(id)?.state, 'approved')
    assert.equal(await scaStatus(id, second.authorisationId), 'failed')
  })

  test('in the corporate context asks for the agreement that is open, and acts in it', async () => {
    const id = newOrder()
    const { link } = await newLink(id, { context: 'CORPORATE' })
    const { browser, step } = await loggedIn(link, jonas)
    const { agreements } = is(step, 'agreement')
    const chosen = agreements.find(({ name }) => name === electrician)
    assert.ok(chosen)
    is(await flow.chooseAgreement(link, browser, chosen.id), 'approval')
    const { redirect } = await decide(link, browser, 'approve')
    const parameters = new URL(redirect).searchParams
    assert.equal(parameters.get('context'), 'CORPORATE')
    assert.ok(parameters.get('psu-corporate-id'))
    const context = { kind: 'CORPORATE', agreementId: chosen.id }
    assert.deepEqual(orders.get(id)?.by?.context, context)
  })

  test('under an agreement that is not theirs is refused', async () => {
    const id = newOrder()
    const { link } = await newLink(id, { context: 'CORPORATE', agreementId: random.uuid() })
    const { step } = await loggedIn(link)
    assert.match(is(step, 'finished').redirect, /code=FORBIDDEN/)
  })

  test('may be walked without a browser, to every end', async () => {
    const ends = {
      approve: ['approved', null],
      decline: ['declined', 'CONSENT_INVALID'],
      abort: ['waiting', 'SCA_INVALID'],
      'wrong-code': ['waiting', 'PSU_CREDENTIALS_INVALID'],
    } as const
    for (const [outcome, [state, code]] of Object.entries(ends)) {
      const id = newOrder()
      const { link } = await newLink(id)
      const body = { outcome: outcome as keyof typeof ends, customerNumber: jonas }
      const walked = await headless.walk(
        { ...caller, now: clock.now() },
        { path: { id: link }, query: {}, body },
      )
      assert.deepEqual([orders.get(id)?.state, failureIn(walked.redirect)[1]], [state, code])
    }
  })
})

describe('a code', () => {
  test('is made for one amount and payee: when they change, nothing is approved', async () => {
    for (const change of [{ amount: 'NOK 999.00' }, { payee: 'Elsewhere AS' }]) {
      const id = newOrder()
      const { link, authorisationId } = await newLink(id)
      const { browser } = await loggedIn(link)
      Object.assign(orders.get(id) ?? {}, change)
      const { redirect, outcome } = await decide(link, browser, 'approve')
      assert.equal(outcome, 'refused')
      assert.deepEqual(failureIn(redirect), [
        ...['401', 'SCA_INVALID', 'What was to be approved has changed.'],
      ])
      assert.equal(orders.get(id)?.state, 'waiting')
      assert.equal(await scaStatus(id, authorisationId), 'failed')
    }
  })

  test('shows what it was made for, and after a wrong one the next is made for what is', async () => {
    const id = newOrder()
    const { link } = await newLink(id)
    const browser = await identified(link)
    Object.assign(orders.get(id) ?? {}, { amount: 'NOK 7.00' })
    const shown = await flow.device?.(link, browser)
    assert.equal(shown?.approves?.amount, 'NOK 100.00')
    is(await flow.enterCode(link, browser, 'wrong'), 'code')
    const next = await flow.device?.(link, browser)
    assert.equal(next?.approves?.amount, 'NOK 7.00')
    is(await flow.enterCode(link, browser, next?.code ?? ''), 'approval')
    assert.equal((await decide(link, browser, 'approve')).outcome, 'approved')
  })
})

describe('authorisations', () => {
  test('are those of one subject', async () => {
    const [id, other] = [newOrder(), newOrder()]
    const { authorisationId } = await newLink(id)
    assert.deepEqual(await offers.authorisations(world, { kind: 'order', id: other }), [])
    assert.deepEqual(await offers.authorisations(world, { kind: 'basket', id }), [])
    assert.equal(await scaStatus(other, authorisationId), undefined)
    for (const unknown of [random.uuid(), '', 'x']) {
      assert.equal(await scaStatus(id, unknown), undefined)
    }
  })

  test('are kept when old links are forgotten', async () => {
    const id = newOrder()
    const { authorisationId } = await newLink(id)
    aheadSeconds = 10 * 24 * 3600
    try {
      await newLink(newOrder())
    } finally {
      aheadSeconds = 0
    }
    assert.deepEqual(await offers.authorisations(world, { kind: 'order', id }), [authorisationId])
  })
})
