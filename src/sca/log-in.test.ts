import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask, consent, ingrid, linkIdIn, linkIn } from '../../test/headless-psu.ts'
import { is, startFlow } from './flow.fixture.ts'
import type { Step } from './flow.ts'

const { sandbox, flow, linkId, opened, loggedIn } = await startFlow()

describe('the browser', () => {
  test('that opened a link is the only one that can use it', async () => {
    const { id, browser } = await opened(await sandbox.tpp())
    for (const other of [undefined, '', 'A'.repeat(43)]) {
      assert.equal(is(await flow.look(id, other), 'closed').reason, 'other-browser')
      const step = is(await flow.identify(id, other, ingrid), 'closed')
      assert.deepEqual([step.reason, step.back], ['other-browser', undefined])
      assert.equal(await flow.device?.(id, other), undefined)
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

  test('that only passes by opens nothing and is told nothing of the person', async () => {
    const tpp = await sandbox.tpp()
    const id = await linkId(tpp, { 'X-PSU-IDENTITY': ingrid })
    for (const time of [1, 2]) {
      const seen = is(await flow.look(id, undefined, { opens: false }), 'log-in')
      assert.deepEqual([seen.customerNumber, seen.newBrowser], [undefined, undefined], `${time}`)
      assert.equal(await flow.device?.(id, undefined), undefined)
    }
    const first = is(await flow.look(id, undefined), 'log-in')
    assert.equal(first.customerNumber, ingrid)
    assert.ok(first.newBrowser)
    const stranger = is(await flow.look(id, undefined, { opens: false }), 'closed')
    assert.equal(stranger.reason, 'other-browser')
    const again = is(await flow.look(id, first.newBrowser, { opens: false }), 'log-in')
    assert.equal(again.customerNumber, ingrid)
  })

  test('is not told the number of a PSU-ID, which whoever asked could read there', async () => {
    const tpp = await sandbox.tpp()
    const psu = await consent(tpp, { customerNumber: ingrid, accounts: [] })
    const id = await linkId(tpp, psu)
    const expected = (step: Step | undefined) =>
      is(step, 'log-in')
        .customers.filter(({ expected }) => expected)
        .map(({ number }) => number)
    assert.deepEqual(expected(await flow.look(id, undefined, { opens: false })), [])
    const first = is(await flow.look(id, undefined), 'log-in')
    assert.equal(first.customerNumber, undefined)
    // The sandbox offers everybody, and marks whom the TPP means.
    assert.deepEqual(expected(first), [ingrid])
    const kept = `select from sca_link l where l::text like '%' || $1 || '%'
      and l.expected_customer_id is not null`
    assert.deepEqual(await sandbox.sql(kept, [ingrid]), [])
  })

  test('cannot do anything with a link that does not exist', async () => {
    for (const id of ['', 'x', 'A'.repeat(43)])
      assert.equal(await flow.look(id, undefined), undefined)
  })
})

test('a number that is typed and never tried leaves nothing behind', async () => {
  const { id, browser } = await opened(await sandbox.tpp())
  for (const number of ['1', '2', ingrid]) is(await flow.identify(id, browser, number), 'code')
  const kept = 'select from log_in_lock where log_in_name = any($1)'
  assert.deepEqual(await sandbox.sql(kept, [['1', '2']]), [])
})

describe('a code', () => {
  test('works once: after a wrong one there is another', async () => {
    const { id, browser } = await opened(await sandbox.tpp())
    await flow.identify(id, browser, ingrid)
    const first = (await flow.device?.(id, browser))?.code ?? ''
    const wrong = first === '000000' ? '000001' : '000000'
    assert.equal(is(await flow.enterCode(id, browser, wrong), 'code').failed, true)
    const second = (await flow.device?.(id, browser))?.code ?? ''
    is(await flow.enterCode(id, browser, second), 'context')
    assert.equal(await flow.device?.(id, browser), undefined)
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
      assert.match((await flow.device?.(id, browser))?.code ?? '', /^\d{6}$/)
      const step = is(await flow.enterCode(id, browser, 'wrong'), 'code')
      steps.push({ ...step, customerNumber: '' })
    }
    assert.deepEqual(steps[0], steps[1])
    const { id, browser } = await opened(tpp)
    await flow.identify(id, browser, '99999999999')
    const right = (await flow.device?.(id, browser))?.code ?? ''
    assert.equal(is(await flow.enterCode(id, browser, right), 'code').failed, true)
  })
})
