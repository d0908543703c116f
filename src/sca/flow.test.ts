import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountIds, ask, consent, ingrid, jonas, linkIn } from '../../test/headless-psu.ts'
import { is, startFlow } from './flow.fixture.ts'

const { sandbox, flow, opened, loggedIn, later } = await startFlow()

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
    const { code = '' } = (await flow.device?.(id, browser)) ?? {}
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
    accounts.map(({ granted }) => granted),
    [false, false],
  )
})

describe('time', () => {
  test('begins anew with every step, until the ten minutes are over', async () => {
    const { id, browser } = await opened(await sandbox.tpp())
    is(await later(290, () => flow.look(id, browser)), 'log-in')
    is(await later(580, () => flow.look(id, browser)), 'log-in')
    is(await later(600, () => flow.look(id, browser)), 'closed')
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

test('a link does what it is for and nothing else: a consent link revokes nothing', async () => {
  const tpp = await sandbox.tpp()
  const psu = await consent(tpp, { customerNumber: ingrid })
  const { id, browser } = await loggedIn(tpp)
  await flow.revoke(id, browser, 'all')
  assert.equal((await accountIds(tpp, psu)).length, 2)
})
