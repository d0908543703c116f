import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  accountIds,
  ask,
  consent,
  ingrid,
  jonas,
  linkIdIn,
  linkIn,
} from '../../test/headless-psu.ts'
import { startSandbox, type Tpp } from '../../test/sandbox.ts'
import { ledgerBank, ledgerBooks } from '../bank/ledger/ledger.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { systemRandom as random } from '../kernel/random.ts'
import { createFillWorld, createWorlds } from '../sandbox/sandbox.ts'
import { openStorage, type WorldQueries } from '../storage/storage.ts'
import type { Step } from './flow.ts'
import {
  createSandboxLogin,
  createSca,
  type PsuRequest,
  type ScaSubject,
  type StandingRow,
} from './sca.ts'

/** The steps as the pages take them, with a clock of the test's own. */

const sandbox = await startSandbox()
const storage = await openStorage({
  ...{ databaseUrl: sandbox.databaseUrl, dataFolder: '', connections: 4, clock: systemClock },
  log: { debug() {}, info() {}, warn() {}, error() {} },
})
after(() => storage.close())

/** Something to approve, kept in memory. */
const approved: string[] = []
const failure = { status: 400, code: 'PAYMENT_FAILED', message: 'Not enough money & more' }
const order: ScaSubject = {
  kind: 'order',
  describe: async (_world, { id }) =>
    id === 'not-theirs'
      ? undefined
      : { title: `Order ${id}`, lines: [{ label: 'To', value: 'A' }] },
  approve: async (_world, { id }) => (id === 'poor' ? failure : void approved.push(id)),
  reject: async () => failure,
}

let aheadSeconds = 0
const clock: Clock = { now: () => systemClock.now().add({ seconds: aheadSeconds }) }
const bank = (world: WorldQueries) => ledgerBank(world, random)
const { hold, enter } = createWorlds({ storage, fill: createFillWorld(random), shared: false })
const { flow, offers } = createSca({
  ...{
    storage,
    clock,
    random,
    bank,
    hold,
    localhost: true,
    publicUrl: () => 'https://bank.example',
  },
  login: createSandboxLogin({
    ...{ bank, random, customers: (world) => ledgerBooks(world, random).customers() },
  }),
  subjects: [order],
})

type StepNamed<Name extends Step['step']> = Extract<Step, { step: Name }>

const asks: PsuRequest = {
  ...{ psuId: undefined, psuCorporateId: undefined, psuIdentity: undefined, context: undefined },
  ...{
    sessionId: 's1',
    redirectUri: 'https://tpp.example/',
    redirectPreferred: true,
    present: true,
  },
}

const nobody: StandingRow = {
  ...{ psuId: null, customerId: null, agreementId: null, lastScaAt: null, actsPrivately: false },
  ...{ sessionBeganAt: null, sessionScope: null, sessionCorporateId: null, grants: [] },
  ...{ calledAt: null, listings: null },
}

/** Holds a step to be this one. */
function is<Name extends Step['step']>(step: Step | undefined, name: Name): StepNamed<Name> {
  assert.equal(step?.step, name)
  return step as StepNamed<Name>
}

async function opened(tpp: Tpp, headers: Record<string, string> = {}) {
  const id = linkIdIn(linkIn(await ask(tpp, 'GET', '/v1/accounts', headers)))
  const first = is(await flow.look(id, undefined), 'log-in')
  assert.ok(first.newBrowser)
  return { id, browser: first.newBrowser, first }
}

async function loggedIn(tpp: Tpp, number = ingrid, headers: Record<string, string> = {}) {
  const { id, browser } = await opened(tpp, headers)
  is(await flow.identify(id, browser, number), 'code')
  const code = (await flow.device(id, browser))?.code ?? ''
  return { id, browser, step: await flow.enterCode(id, browser, code) }
}

describe('a private consent', () => {
  test('goes from the log-in to the TPP, and preselects what is granted', async () => {
    const tpp = await sandbox.tpp({ name: 'Kvitter AS' })
    const before = await consent(tpp, { customerNumber: ingrid })
    const [kept] = await accountIds(tpp, before)
    await consent(tpp, { customerNumber: ingrid, accounts: [kept ?? ''] })
    const { id, browser, first } = await opened(tpp)
    assert.equal(first.tppName, 'Kvitter AS')
    assert.equal(first.tppId, tpp.organizationIdentifier)
    assert.deepEqual(
      first.customers.map(({ type }) => type),
      ['PRIVATE', 'PRIVATE', 'CORPORATE', 'CORPORATE'],
    )
    const asked = is(
      await flow.identify(id, browser, ` ${ingrid.replace(/^.{6}/, '$& ')} `),
      'code',
    )
    assert.deepEqual([asked.customerNumber, asked.failed], [ingrid, false])
    const { code = '' } = (await flow.device(id, browser)) ?? {}
    assert.match(code, /^\d{6}$/)
    is(await flow.enterCode(id, browser, code), 'context')
    const shown = is(await flow.chooseContext(id, browser, 'PRIVATE'), 'consent')
    assert.equal(shown.customerName, 'Ingrid Haugland Solvang')
    assert.deepEqual([shown.accounts.length, shown.cardAccounts.length], [2, 1])
    assert.deepEqual(
      shown.accounts.filter(({ granted }) => granted).map((account) => account.id),
      [kept],
    )
    const end = await flow.decide(id, browser, { decision: 'approve', accountIds: [kept ?? ''] })
    const { redirect, outcome } = is(end, 'finished')
    assert.equal(outcome, 'approved')
    assert.equal(new URL(redirect).searchParams.get('psu-id'), before['PSU-ID'])
    const again = is(await flow.look(id, browser), 'closed')
    assert.deepEqual([again.reason, again.back], ['used', redirect])
  })

  test('only what is offered can be ticked', async () => {
    const tpp = await sandbox.tpp()
    const others = await accountIds(tpp, await consent(tpp, { customerNumber: jonas }))
    const { id, browser } = await loggedIn(tpp)
    is(await flow.chooseContext(id, browser, 'PRIVATE'), 'consent')
    const end = await flow.decide(id, browser, { decision: 'approve', accountIds: others })
    const psuId = new URL(is(end, 'finished').redirect).searchParams.get('psu-id') ?? ''
    linkIn(await ask(tpp, 'GET', '/v1/accounts', { 'PSU-ID': psuId }))
  })

  test('a step that is not due changes nothing', async () => {
    const { id, browser } = await opened(await sandbox.tpp())
    const approve = { decision: 'approve' } as const
    is(await flow.decide(id, browser, approve), 'log-in')
    is(await flow.chooseContext(id, browser, 'PRIVATE'), 'log-in')
    is(await flow.enterCode(id, browser, '123456'), 'log-in')
    is(await flow.identify(id, browser, ''), 'log-in')
    is(await flow.identify(id, browser, ingrid), 'code')
    is(await flow.chooseAgreement(id, browser, 'x'), 'code')
    is(await flow.decide(id, browser, approve), 'code')
  })
})

test('a corporate consent asks for the agreement and shows its accounts', async () => {
  const { id, browser, step } = await loggedIn(await sandbox.tpp(), jonas)
  is(step, 'context')
  const { agreements } = is(await flow.chooseContext(id, browser, 'CORPORATE'), 'agreement')
  is(await flow.chooseAgreement(id, browser, 'not-offered'), 'agreement')
  const chosen = await flow.chooseAgreement(id, browser, agreements[1]?.id ?? '')
  const { agreement, accounts, context } = is(chosen, 'consent')
  assert.equal(context, 'CORPORATE')
  assert.equal(agreement?.ownerName, 'Tindefjell Elektro AS')
  assert.deepEqual(
    accounts.map(({ ownerName, granted }) => [ownerName, granted]),
    Array(2).fill(['Tindefjell Elektro AS', false]),
  )
})

describe('the browser', () => {
  test('that opened a link is the only one that can use it', async () => {
    const { id, browser } = await opened(await sandbox.tpp())
    for (const other of [undefined, '', 'A'.repeat(43)]) {
      assert.equal(is(await flow.look(id, other), 'closed').reason, 'other-browser')
      const step = is(await flow.identify(id, other, ingrid), 'closed')
      assert.deepEqual([step.reason, step.back], ['other-browser', undefined])
      assert.equal(await flow.device(id, other), undefined)
      assert.equal(is(await flow.abort(id, other), 'closed').reason, 'other-browser')
    }
    is(await flow.look(id, browser), 'log-in')
  })

  test('gets a token of the bank’s own, whatever it brings', async () => {
    const tpp = await sandbox.tpp()
    const id = linkIdIn(linkIn(await ask(tpp, 'GET', '/v1/accounts')))
    const planted = 'B'.repeat(43)
    const step = is(await flow.look(id, planted), 'log-in')
    assert.ok(step.newBrowser && step.newBrowser !== planted)
    is(await flow.look(id, planted), 'closed')
  })

  test('cannot do anything with a link that does not exist', async () => {
    for (const id of ['', 'x', 'A'.repeat(43)])
      assert.equal(await flow.look(id, undefined), undefined)
  })
})

describe('a code', () => {
  test('works once: after a wrong one there is another', async () => {
    const { id, browser } = await opened(await sandbox.tpp())
    await flow.identify(id, browser, ingrid)
    const first = (await flow.device(id, browser))?.code ?? ''
    const wrong = first === '000000' ? '000001' : '000000'
    assert.equal(is(await flow.enterCode(id, browser, wrong), 'code').failed, true)
    const second = (await flow.device(id, browser))?.code ?? ''
    is(await flow.enterCode(id, browser, second), 'context')
    assert.equal(await flow.device(id, browser), undefined)
  })

  test('five wrong ones in a row lock, counted over links; a right one begins anew', async () => {
    const tpp = await sandbox.tpp()
    const miss = async (times: number) => {
      const { id, browser } = await opened(tpp)
      let step = await flow.identify(id, browser, ingrid)
      for (let n = 0; n < times; n++) step = await flow.enterCode(id, browser, 'wrong')
      return step
    }
    is(await miss(4), 'code')
    await loggedIn(tpp)
    is(await miss(4), 'code')
    const locked = is(await miss(1), 'closed')
    assert.equal(locked.reason, 'locked')
    assert.match(locked.back ?? '', /code=PSU_CREDENTIALS_INVALID/)
    const { id, browser } = await opened(tpp)
    assert.equal(is(await flow.identify(id, browser, ingrid), 'closed').reason, 'locked')
  })

  test('never tells which part was wrong', async () => {
    const tpp = await sandbox.tpp()
    const steps = []
    for (const number of [ingrid, '99999999999']) {
      const { id, browser } = await opened(tpp)
      is(await flow.identify(id, browser, number), 'code')
      assert.match((await flow.device(id, browser))?.code ?? '', /^\d{6}$/)
      const step = is(await flow.enterCode(id, browser, 'wrong'), 'code')
      steps.push({ ...step, customerNumber: '', secondsLeft: 0 })
    }
    assert.deepEqual(steps[0], steps[1])
    const { id, browser } = await opened(tpp)
    await flow.identify(id, browser, '99999999999')
    const right = (await flow.device(id, browser))?.code ?? ''
    assert.equal(is(await flow.enterCode(id, browser, right), 'code').failed, true)
  })
})

describe('time', () => {
  const later = async (seconds: number, step: () => Promise<Step | undefined>) => {
    aheadSeconds += seconds
    try {
      return await step()
    } finally {
      aheadSeconds = 0
    }
  }

  test('says how long is left, five idle minutes or what remains of the ten', async () => {
    const { id, browser, first } = await opened(await sandbox.tpp())
    assert.ok(first.secondsLeft > 290 && first.secondsLeft <= 300)
    const near = is(await later(290, () => flow.look(id, browser)), 'log-in')
    assert.ok(near.secondsLeft > 290)
    const nearer = is(await later(580, () => flow.look(id, browser)), 'log-in')
    assert.ok(nearer.secondsLeft <= 20)
  })

  test('ends a page left idle, and tells the way back', async () => {
    const { id, browser } = await opened(await sandbox.tpp())
    const step = is(await later(300, () => flow.look(id, browser)), 'closed')
    assert.equal(step.reason, 'expired')
    assert.match(step.back ?? '', /code=SCA_EXPIRED/)
  })
})

test('abort works at any step', async () => {
  const tpp = await sandbox.tpp()
  const { id, browser, step } = await loggedIn(tpp)
  is(step, 'context')
  const end = is(await flow.abort(id, browser), 'finished')
  assert.equal(end.outcome, 'aborted')
  assert.match(end.redirect, /code=SCA_INVALID/)
  assert.equal(is(await flow.look(id, browser), 'closed').reason, 'used')
})

describe('the bank’s own page', () => {
  async function page(tpp: Tpp, number = ingrid) {
    const id = (await flow.openOwnPage(tpp.organizationIdentifier)) ?? ''
    const { newBrowser: browser } = is(await flow.look(id, undefined), 'log-in')
    await flow.identify(id, browser, number)
    const code = (await flow.device(id, browser))?.code ?? ''
    return { id, browser, step: is(await flow.enterCode(id, browser, code), 'own-consents') }
  }

  test('shows what a customer has granted, per TPP and context, and takes it back', async () => {
    const tpp = await sandbox.tpp({ name: 'Kvitter AS' })
    const own = await consent(tpp, { customerNumber: ingrid })
    const corporate = await consent(tpp, {
      customerNumber: ingrid,
      agreement: 'Nettbank bedrift Havbrisen',
    })
    await consent(tpp, { customerNumber: jonas })
    const { id, browser, step } = await page(tpp)
    assert.deepEqual(
      step.consents
        .map(({ tppName, context, accounts }) => [tppName, context, accounts.length])
        .sort(),
      [
        ['Kvitter AS', 'CORPORATE', 2],
        ['Kvitter AS', 'PRIVATE', 3],
      ],
    )
    const [one] = step.consents.filter(({ context }) => context === 'PRIVATE')
    assert.ok(one && one.grantedAt.until(one.validUntil).total('hours') === 180 * 24)
    const after = is(await flow.revoke(id, browser, one.id), 'own-consents')
    assert.deepEqual(
      after.consents.map(({ context }) => context),
      ['CORPORATE'],
    )
    linkIn(await ask(tpp, 'GET', '/v1/accounts', own))
    assert.equal((await accountIds(tpp, corporate)).length, 2)
    is(await flow.revoke(id, browser, 'all'), 'own-consents')
    linkIn(await ask(tpp, 'GET', '/v1/accounts', corporate))
    assert.equal(is(await flow.abort(id, browser), 'finished').redirect, '')
  })

  test('cannot take back what another customer has granted', async () => {
    const tpp = await sandbox.tpp()
    const psu = await consent(tpp, { customerNumber: jonas })
    const { id, browser } = await page(tpp)
    await flow.revoke(id, browser, `${psu['PSU-ID']}.PRIVATE`)
    await flow.revoke(id, browser, 'nonsense')
    await flow.revoke(id, browser, 'all')
    assert.equal((await accountIds(tpp, psu)).length, 2)
  })

  test('is nowhere for a TPP that has never called', async () => {
    assert.equal(await flow.openOwnPage('PSDNO-FSA-000000000'), undefined)
  })
})

test('a link does what it is for and nothing else: a consent link revokes nothing', async () => {
  const tpp = await sandbox.tpp()
  const psu = await consent(tpp, { customerNumber: ingrid })
  const { id, browser } = await loggedIn(tpp)
  await flow.revoke(id, browser, 'all')
  assert.equal((await accountIds(tpp, psu)).length, 2)
})

describe('an approval', () => {
  async function due(id: string) {
    const tpp = await sandbox.tpp()
    const { id: world } = await enter(tpp.organizationIdentifier, clock.now())
    const caller = {
      ...{
        requestId: 'r',
        now: clock.now(),
        tppId: tpp.organizationIdentifier,
        tppName: 'Kvitter AS',
      },
      ...{ roles: ['PISP'] as const, world, standing: nobody, asks },
    }
    const note = { actor: 'test', action: 'test', requestId: null }
    const href = await storage.transaction(note, (tx) =>
      offers.approval(caller, { kind: 'order', id }, tx),
    )
    const link = linkIdIn(href)
    const { newBrowser: browser } = is(await flow.look(link, undefined), 'log-in')
    await flow.identify(link, browser, ingrid)
    const code = (await flow.device(link, browser))?.code ?? ''
    return { link, browser, step: await flow.enterCode(link, browser, code) }
  }

  test('shows exactly what is approved, and approves it', async () => {
    const { link, browser, step } = await due('order-1')
    assert.deepEqual(is(step, 'approval').subject, {
      ...{ title: 'Order order-1', lines: [{ label: 'To', value: 'A' }] },
    })
    const end = is(await flow.decide(link, browser, { decision: 'approve' }), 'finished')
    assert.ok(new URL(end.redirect).searchParams.get('psu-id'))
    assert.equal(
      is(await flow.decide(link, browser, { decision: 'approve' }), 'closed').reason,
      'used',
    )
    assert.deepEqual(approved, ['order-1'])
  })

  test('that fails or is declined comes back with the reason of its subject', async () => {
    for (const [id, decision] of [
      ['poor', 'approve'],
      ['order-2', 'decline'],
    ] as const) {
      const { link, browser } = await due(id)
      const end = is(await flow.decide(link, browser, { decision }), 'finished')
      assert.match(end.redirect, /\?system=nordgate&status=400&code=PAYMENT_FAILED&message=Not%20/)
    }
    assert.ok(!approved.includes('poor') && !approved.includes('order-2'))
  })

  test('that is not theirs is refused', async () => {
    const end = is((await due('not-theirs')).step, 'finished')
    assert.match(end.redirect, /code=FORBIDDEN/)
  })
})
