import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  accountIds,
  ask,
  consent,
  ingrid,
  jonas,
  linkIn,
  moveClock,
} from '../../test/headless-psu.ts'
import type { Tpp } from '../../test/sandbox.ts'
import { is, startFlow } from './flow.fixture.ts'

const { sandbox, flow, enteredWith } = await startFlow({ ownPagesPerMinute: 3 })

describe('the bank’s own page', () => {
  async function page(tpp: Tpp, number = ingrid) {
    const opened = await flow.openOwnPage(tpp.organizationIdentifier)
    assert.ok(typeof opened === 'object')
    const entered = await enteredWith(opened.linkId, number)
    return { ...entered, step: is(entered.step, 'own-consents') }
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
    assert.equal(await flow.openOwnPage('PSDNO-FSA-000000000'), 'unknown')
  })

  test('is opened so many times a minute in one bank, by everybody together', async () => {
    const [tpp, other] = [await sandbox.tpp(), await sandbox.tpp()]
    for (const { client } of [tpp, other]) await client.call('GET', '/v1/sandbox/customers')
    for (const visit of [1, 2, 3]) {
      const opened = await flow.openOwnPage(tpp.organizationIdentifier)
      assert.equal(typeof opened, 'object', `${visit}`)
    }
    assert.equal(await flow.openOwnPage(tpp.organizationIdentifier), 'busy')
    assert.equal(typeof (await flow.openOwnPage(other.organizationIdentifier)), 'object')
    await moveClock(tpp, 'PT1M')
    assert.equal(typeof (await flow.openOwnPage(tpp.organizationIdentifier)), 'object')
  })
})
