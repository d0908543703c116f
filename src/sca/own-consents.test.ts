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

const perMinute = 12
const { sandbox, flow } = await startFlow({ ownPagesPerMinute: perMinute })

describe('the bank’s own page', () => {
  async function page(tpp: Tpp, number = ingrid) {
    const opened = await flow.openOwnPage(tpp.organizationIdentifier, number)
    assert.ok(typeof opened === 'object')
    const id = opened.linkId
    const first = is(await flow.look(id, undefined), 'code')
    assert.equal(first.customerNumber, number)
    const { newBrowser: browser } = first
    const code = (await flow.device?.(id, browser))?.code ?? ''
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
    assert.equal(await flow.ownPage('PSDNO-FSA-000000000'), 'unknown')
    assert.equal(await flow.openOwnPage('PSDNO-FSA-000000000', ingrid), 'unknown')
  })

  test('is not told to what passes by whose it is', async () => {
    const { organizationIdentifier, client } = await sandbox.tpp()
    await client.call('GET', '/v1/sandbox/customers')
    const opened = await flow.openOwnPage(organizationIdentifier, ingrid)
    assert.ok(typeof opened === 'object')
    const seen = is(await flow.look(opened.linkId, undefined, { opens: false }), 'code')
    assert.deepEqual([seen.customerNumber, seen.newBrowser], ['', undefined])
    assert.equal(await flow.device?.(opened.linkId, undefined), undefined)
  })

  const opens = async (tpp: Tpp, number: string) => {
    const opened = await flow.openOwnPage(tpp.organizationIdentifier, number)
    return typeof opened === 'object' ? 'opened' : opened
  }

  test('is opened ten times a minute with one number, and that keeps no other out', async () => {
    const tpp = await sandbox.tpp()
    await tpp.client.call('GET', '/v1/sandbox/customers')
    for (let time = 1; time <= 10; time++) assert.equal(await opens(tpp, ingrid), 'opened')
    assert.equal(await opens(tpp, ` ${ingrid} `), 'busy')
    assert.equal(await opens(tpp, jonas), 'opened')
    await moveClock(tpp, 'PT1M')
    assert.equal(await opens(tpp, ingrid), 'opened')
  })

  test('is opened so many times a minute in one bank, by everybody together', async () => {
    const [tpp, other] = [await sandbox.tpp(), await sandbox.tpp()]
    for (const { client } of [tpp, other]) await client.call('GET', '/v1/sandbox/customers')
    for (let time = 1; time <= perMinute; time++) {
      assert.equal(await opens(tpp, `${time}`), 'opened')
    }
    assert.equal(await opens(tpp, ingrid), 'busy')
    assert.equal(await opens(other, ingrid), 'opened')
    await moveClock(tpp, 'PT1M')
    assert.equal(await opens(tpp, ingrid), 'opened')
  })
})
