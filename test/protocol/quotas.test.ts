import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import {
  accountIds,
  ask,
  consent,
  type Headers,
  ingrid,
  jonas,
  linkIn,
  moveClock,
  psuIp,
} from '../headless-psu.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** Calls without the PSU: 4 in any 24 hours for each TPP, PSU, account and kind. */

const sandbox = await startSandbox()

async function prepared() {
  const tpp = await sandbox.tpp()
  const psu = await consent(tpp, { customerNumber: ingrid })
  const [first = '', second = ''] = await accountIds(tpp, psu)
  return { tpp, psu, first, second }
}

const balances = (tpp: Tpp, psu: Headers, account: string) =>
  ask(tpp, 'GET', `/v1/accounts/${account}/balances`, psu)

interface Page {
  transactions: { booked: { transactionId: string }[]; _links: Record<string, { href: string }> }
}

const transactions = (tpp: Tpp, psu: Headers, account: string, query = '') =>
  ask(tpp, 'GET', `/v1/accounts/${account}/transactions${query}`, psu)

async function statuses(times: number, call: () => Promise<{ status: number }>) {
  const seen: number[] = []
  for (let n = 0; n < times; n++) seen.push((await call()).status)
  return seen
}

const rateIn = ({ headers }: { headers: ReadonlyMap<string, string> }) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))

const exceeded = { status: 429, code: 'ACCESS_EXCEEDED' }

describe('limits', () => {
  test('balances: four pass, each telling what is left, and the fifth is told when to come', async () => {
    const { tpp, psu, first } = await prepared()
    for (const left of ['3', '2', '1', '0']) {
      const answer = await balances(tpp, psu, first)
      assert.equal(answer.status, 200)
      const [limit, remaining, reset] = rateIn(answer)
      assert.deepEqual([limit, remaining], ['4', left])
      assert.ok(Number(reset) > 86_340 && Number(reset) <= 86_400, String(reset))
    }
    const refused = await balances(tpp, psu, first)
    assertRefused(refused, exceeded)
    assert.deepEqual(rateIn(refused).slice(0, 2), ['4', '0'])
    assert.ok(Number(refused.headers.get('retry-after')) > 86_340)
  })

  test('each kind, account, PSU and TPP has its own', async () => {
    const { tpp, psu, first, second } = await prepared()
    assert.deepEqual(await statuses(5, () => balances(tpp, psu, first)), [200, 200, 200, 200, 429])
    assert.equal((await balances(tpp, psu, second)).status, 200)
    assert.equal((await transactions(tpp, psu, first)).status, 200)
    const other = await consent(tpp, { customerNumber: jonas })
    const [own = ''] = await accountIds(tpp, other)
    assert.equal((await balances(tpp, other, own)).status, 200)
  })

  test('calls with PSU-IP-Address are not counted and not told about', async () => {
    const { tpp, psu, first } = await prepared()
    const present = { ...psu, ...psuIp }
    assert.deepEqual(await statuses(6, () => balances(tpp, present, first)), Array(6).fill(200))
    const answer = await balances(tpp, present, first)
    assert.deepEqual(rateIn(answer), [undefined, undefined, undefined])
    assert.deepEqual(rateIn(await balances(tpp, psu, first)).slice(0, 2), ['4', '3'])
  })

  test('the window slides: a call is free again 24 hours after it was made', async () => {
    const { tpp, psu, first } = await prepared()
    await balances(tpp, psu, first)
    await moveClock(tpp, 'PT23H')
    assert.deepEqual(await statuses(4, () => balances(tpp, psu, first)), [200, 200, 200, 429])
    const refused = await balances(tpp, psu, first)
    assert.ok(Number(refused.headers.get('retry-after')) <= 3600)
    await moveClock(tpp, 'PT1H')
    assert.deepEqual(await statuses(2, () => balances(tpp, psu, first)), [200, 429])
  })

  test('details: four a day, and consent at most 90 days old', async () => {
    const { tpp, psu, first } = await prepared()
    const list = (await transactions(tpp, psu, first, '?limit=1')).body as Page
    const id = list.transactions.booked[0]?.transactionId
    const details = (headers: Headers) =>
      ask(tpp, 'GET', `/v1/accounts/${first}/transactions/${id}`, headers)
    assert.deepEqual(await statuses(5, () => details(psu)), [200, 200, 200, 200, 429])
    await moveClock(tpp, 'P90DT1H')
    linkIn(await details(psu))
    assert.equal((await transactions(tpp, psu, first)).status, 200)
    await consent(tpp, { customerNumber: ingrid })
    assert.notEqual((await details(psu)).status, 401)
  })

  test('withBalance counts as a call for the balances of each account shown', async () => {
    const { tpp, psu, first, second } = await prepared()
    const list = () => ask(tpp, 'GET', '/v1/accounts?withBalance=true', psu)
    const one = () => ask(tpp, 'GET', `/v1/accounts/${first}?withBalance=true`, psu)
    assert.deepEqual(await statuses(2, list), [200, 200])
    assert.deepEqual(await statuses(3, one), [200, 200, 429])
    assertRefused(await list(), exceeded)
    assert.deepEqual(rateIn(await balances(tpp, psu, second)).slice(0, 2), ['4', '1'])
    assert.equal((await ask(tpp, 'GET', '/v1/accounts', psu)).status, 200)
  })

  test('withBalance waits for the last of the accounts that are used up', async () => {
    const { tpp, psu, first, second } = await prepared()
    const list = () => ask(tpp, 'GET', '/v1/accounts?withBalance=true', psu)
    const retryAfter = async () => {
      const refused = await list()
      assertRefused(refused, exceeded)
      assert.deepEqual(rateIn(refused), ['4', '0', refused.headers.get('retry-after')])
      return Number(refused.headers.get('retry-after'))
    }
    const twoAccounts = [
      [first, second],
      [second, first],
    ] as const
    for (const [earlier, later] of twoAccounts) {
      await tpp.client.call('DELETE', '/v1/sandbox/quotas')
      await statuses(4, () => balances(tpp, psu, earlier))
      await moveClock(tpp, 'PT6H')
      await statuses(4, () => balances(tpp, psu, later))
      assert.ok((await retryAfter()) > 23 * 3600)
      await moveClock(tpp, 'PT18H')
      assert.ok((await retryAfter()) > 5 * 3600)
      await moveClock(tpp, 'PT6H')
      assert.equal((await list()).status, 200)
    }
  })

  test('a refusal for another reason uses nothing up, and tells what is left', async () => {
    const { tpp, psu, first } = await prepared()
    const future = await transactions(tpp, psu, first, '?dateFrom=2199-01-01')
    assertRefused(future, { status: 400, code: 'PERIOD_INVALID' })
    assert.deepEqual(rateIn(future), ['4', '4', '0'])
    assert.deepEqual(rateIn(await transactions(tpp, psu, first)).slice(0, 2), ['4', '3'])
    const unknown = await balances(tpp, psu, '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30')
    assertRefused(unknown, { status: 404, code: 'RESOURCE_UNKNOWN' })
  })

  test('nor does one that is refused only when it is looked up', async () => {
    const { tpp, psu, first } = await prepared()
    const nothing = '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30'
    const details = (id: string) => ask(tpp, 'GET', `/v1/accounts/${first}/transactions/${id}`, psu)
    const elsewhere = () => transactions(tpp, psu, first, `?cursor=after-${nothing}`)
    assert.deepEqual(await statuses(5, () => details(nothing)), Array(5).fill(404))
    assert.deepEqual(await statuses(5, elsewhere), Array(5).fill(400))
    const list = await transactions(tpp, psu, first, '?limit=1')
    assert.deepEqual(rateIn(list).slice(0, 2), ['4', '3'])
    const [{ transactionId = '' } = {}] = (list.body as Page).transactions.booked
    assert.deepEqual(rateIn(await details(transactionId)).slice(0, 2), ['4', '3'])
  })
})

describe('pages of one list', () => {
  const targetOf = (href: string) => href.slice(sandbox.publicUrl.length)

  test('count as one call, also when the calls are used up', async () => {
    const { tpp, psu, first } = await prepared()
    const list = (await transactions(tpp, psu, first, '?limit=5')).body as Page
    await statuses(3, () => transactions(tpp, psu, first))
    let { next } = list.transactions._links
    for (let page = 0; page < 5 && next; page++) {
      const answer = await ask(tpp, 'GET', targetOf(next.href), psu)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.deepEqual(rateIn(answer).slice(0, 2), ['4', '0'])
      next = (answer.body as Page).transactions._links.next
    }
    assertRefused(await transactions(tpp, psu, first), exceeded)
  })

  test('lead to no page that no link led to, and never to the first again', async () => {
    const { tpp, psu, first } = await prepared()
    const list = (await transactions(tpp, psu, first, '?limit=5')).body as Page
    const { next, first: begin } = list.transactions._links
    const target = targetOf(next?.href ?? '')
    const left = async (of: string) => rateIn(await ask(tpp, 'GET', of, psu))[1]
    assert.equal(await left(target), '3')
    assert.equal(await left(target), '3')
    assert.equal(
      await left(target.replace(/&?cursor=[^&]*/, '').replace(/&?offset=[^&]*/, '')),
      '2',
    )
    assert.equal(await left(target.replace('limit=5', 'limit=6')), '1')
    assert.equal(await left(targetOf(begin?.href ?? '')), '0')
    assert.equal(await left(target), '0')
  })

  test('of another account or an older list are calls of their own', async () => {
    const { tpp, psu, first, second } = await prepared()
    const list = (await transactions(tpp, psu, first, '?limit=5')).body as Page
    const target = targetOf(list.transactions._links.next?.href ?? '')
    const elsewhere = target.replace(first, second).replace(/&?cursor=[^&]*/, '')
    assert.deepEqual(rateIn(await ask(tpp, 'GET', elsewhere, psu)).slice(0, 2), ['4', '3'])
    await moveClock(tpp, 'PT1H')
    assert.deepEqual(rateIn(await ask(tpp, 'GET', target, psu)).slice(0, 2), ['4', '2'])
  })
})

test('100 calls at once in two processes: exactly four pass', async () => {
  const second = await startSandbox({ databaseUrl: sandbox.databaseUrl })
  const { tpp, psu, first } = await prepared()
  const there = second.as(tpp, { clock: systemClock })
  const calls = Array.from({ length: 100 }, (_, n) => balances(n % 2 ? tpp : there, psu, first))
  const answers = await Promise.all(calls)
  const passed = answers.filter(({ status }) => status === 200)
  assert.equal(passed.length, 4)
  assert.ok(answers.every(({ status }) => status === 200 || status === 429))
  const left = passed.map((answer) => rateIn(answer)[1]).sort()
  assert.deepEqual(left, ['0', '1', '2', '3'])
})

describe('the sandbox', () => {
  interface Quota {
    psuId: string
    accountId: string
    kind: string
    limit: number
    used: number
    left: number
    reset?: string
  }

  const quotas = async (tpp: Tpp) =>
    (await tpp.client.call<{ quotas: Quota[] }>('GET', '/v1/sandbox/quotas')).body.quotas

  test('shows the quotas of the TPP, and fills them up when asked', async () => {
    const { tpp, psu, first } = await prepared()
    const other = await prepared()
    await balances(other.tpp, other.psu, other.first)
    await statuses(5, () => balances(tpp, psu, first))
    await transactions(tpp, psu, first)
    const [used, listed, ...more] = await quotas(tpp)
    const { reset, ...rest } = used ?? {}
    assert.match(reset ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
    assert.deepEqual(rest, {
      ...{ psuId: psu['PSU-ID'], accountId: first, kind: 'balances', limit: 4, used: 4, left: 0 },
    })
    assert.deepEqual([listed?.kind, listed?.used, listed?.left, more], ['transactions', 1, 3, []])
    const cleared = await tpp.client.call('DELETE', '/v1/sandbox/quotas')
    assert.equal(cleared.status, 204)
    assert.deepEqual(await quotas(tpp), [])
    assert.equal((await balances(tpp, psu, first)).status, 200)
    assert.equal((await quotas(other.tpp)).length, 1)
  })

  test('shows a quota that has run out of calls to count as full', async () => {
    const { tpp, psu, first } = await prepared()
    await balances(tpp, psu, first)
    await moveClock(tpp, 'P1D')
    const [quota] = await quotas(tpp)
    assert.deepEqual([quota?.used, quota?.left, quota?.reset], [0, 4, undefined])
  })
})

test('a bank that is begun anew while calls are counted refuses them, and never fails', async () => {
  const tpp = await sandbox.tpp()
  const seen: number[] = []
  for (let round = 0; round < 3; round++) {
    const psu = await consent(tpp, { customerNumber: ingrid })
    const [first = '', second = ''] = await accountIds(tpp, psu)
    let begun = false
    const anew = tpp.client.call('POST', '/v1/sandbox/initialize').finally(() => (begun = true))
    while (!begun) {
      const calls = [balances(tpp, psu, first), transactions(tpp, psu, second)]
      for (const { status } of await Promise.all(calls)) seen.push(status)
    }
    await anew
  }
  assert.deepEqual(
    seen.filter((status) => ![200, 401, 404, 429].includes(status)),
    [],
  )
})
