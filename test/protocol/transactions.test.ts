import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { listAccounts } from '../../src/wire/accounts.ts'
import type { Output } from '../../src/wire/operation.ts'
import { listTransactions } from '../../src/wire/transactions.ts'
import { ask, consent, customersOf, scaLinkIn } from '../consented.ts'
import { assertFits } from '../fits.ts'
import { startSandbox } from '../sandbox.ts'

type Listed = Output<typeof listTransactions>

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const [customerNumber = ''] = (await customersOf(tpp)).people
const psu = await consent(tpp, { customerNumber })
const { accounts } = (await psu.get<Output<typeof listAccounts>>('/v1/accounts')).body
const id = accounts[0]!.resourceId
const path = `/v1/accounts/${id}/transactions`

const list = async (query = '', headers = {}) => {
  const { body } = await psu.get<Listed>(`${path}${query}`, headers)
  assertFits(listTransactions, body)
  return body.transactions
}
const follow = async (href: string) => list(new URL(href).search)
const targetOf = (href: string) => href.slice(sandbox.publicUrl.length)
const enter = (amount: number) =>
  tpp.client.call('POST', `/v1/sandbox/accounts/${id}/transactions`, { body: { amount } })
const { now } = (await tpp.client.call<{ now: string }>('GET', '/v1/sandbox/clock')).body
const daysAgo = (days: number) =>
  Temporal.PlainDate.from(now.slice(0, 10)).subtract({ days }).toString()

describe('the list', () => {
  test('shows what is booked in the last 90 days, newest first', async () => {
    const { booked = [], pending } = await list()
    assert.equal(pending, undefined)
    const days = booked.map(({ bookingDate }) => bookingDate!)
    assert.deepEqual(days, days.toSorted().reverse())
    assert.ok(days.at(-1)! >= daysAgo(90))
  })

  test('shows what is pending, or both, when asked for', async () => {
    assert.equal((await list('?bookingStatus=pending')).booked, undefined)
    for (const bookingStatus of ['both', 'all']) {
      const { booked, pending } = await list(`?bookingStatus=${bookingStatus}`)
      assert.ok(booked && pending)
    }
  })

  const wrong = [
    ...['bookingStatus=information', 'bookingStatus=', 'limit=0', 'limit=1001', 'limit=ten'],
    ...['offset=-1', 'offset=1.5', 'dateFrom=2026-02-30', 'dateFrom=01.02.2026', 'dateTo=tomorrow'],
    ...['cursor=next', 'cursor=after-', 'page=2', 'limit=1&limit=2'],
    'cursor=after-00000000-0000-4000-8000-000000000000',
  ]
  for (const query of wrong) {
    test(`refuses ${query}`, async () => {
      await assert.rejects(list(`?${query}`), { status: 400, code: 'FORMAT_ERROR' })
    })
  }

  const periods = [
    `dateFrom=${daysAgo(1)}&dateTo=${daysAgo(2)}`,
    `dateFrom=${daysAgo(-1)}`,
    `dateTo=${daysAgo(91)}`,
  ]
  for (const query of periods) {
    test(`refuses a period of ${query}`, async () => {
      await assert.rejects(list(`?${query}`), { status: 400, code: 'PERIOD_INVALID' })
    })
  }
})

describe('pages', () => {
  test('every link is answered, and keeps what was asked for', async () => {
    const first = await list(`?limit=3&bookingStatus=both&dateFrom=${daysAgo(80)}`)
    for (const { href, verbs } of Object.values(first._links)) {
      assert.deepEqual(verbs, ['GET'])
      assert.equal((await psu.get(targetOf(href))).status, 200)
    }
    const asked = new URL(first._links.next!.href).searchParams
    assert.equal(asked.get('limit'), '3')
    assert.equal(asked.get('offset'), '3')
    assert.equal(asked.get('bookingStatus'), 'both')
    assert.equal(asked.get('dateFrom'), daysAgo(80))
  })

  test('nothing is lost or shown twice while transactions arrive', async () => {
    const before = (await list('?limit=1000')).booked!.map(({ transactionId }) => transactionId)
    const seen: string[] = []
    let page = await list('?limit=7')
    for (;;) {
      seen.push(...page.booked!.map(({ transactionId }) => transactionId))
      if (!page._links.next) break
      await enter(100 + seen.length)
      page = await follow(page._links.next.href)
    }
    assert.deepEqual(seen, before)
  })

  test('an offset skips as many', async () => {
    const all = (await list()).booked!.map(({ transactionId }) => transactionId)
    const some = (await list('?offset=2&limit=2')).booked!
    assert.deepEqual(
      some.map(({ transactionId }) => transactionId),
      all.slice(2, 4),
    )
  })
})

describe('how far back', () => {
  test('beyond 90 days a valid session is needed', async () => {
    const target = `${path}?dateFrom=${daysAgo(150)}`
    assert.equal((await psu.get(target)).status, 200)
    const stranger = { 'TPP-Session-ID': 'another', 'PSU-IP-Address': '192.0.2.17' }
    const answer = await ask(tpp, target, { ...psu.headers, ...stranger })
    assert.equal(answer.status, 401)
    assert.ok(scaLinkIn(answer.body))
  })

  test('without the PSU it is 90 days, and further back is refused and not counted', async () => {
    const far = psu.unattended(`${path}?dateFrom=${daysAgo(91)}`)
    await assert.rejects(far, { status: 400, code: 'PERIOD_INVALID' })
    const { headers } = await psu.unattended(`${path}?dateFrom=${daysAgo(90)}&limit=2`)
    assert.equal(headers.get('ratelimit-remaining'), '3')
  })

  test('without the PSU the pages of one list count as one call', async () => {
    let answer = await psu.unattended<Listed>(`${path}?limit=20`)
    const left = answer.headers.get('ratelimit-remaining')
    let pages = 1
    for (; answer.body.transactions._links.next; pages++) {
      answer = await psu.unattended(targetOf(answer.body.transactions._links.next.href))
      assert.equal(answer.headers.get('ratelimit-remaining'), left)
    }
    assert.ok(pages > 4)
  })
})

test('x-accept-fix: slim-transaction-list makes the list slim, and nothing else', async () => {
  const whole = (await list()).booked!
  const slim = (await list('', { 'x-accept-fix': 'slim-transaction-list' })).booked!
  assert.ok(whole.some(({ creditorAccount }) => creditorAccount))
  for (const [place, transaction] of slim.entries()) {
    assert.equal(transaction.creditorAccount, undefined)
    assert.equal(transaction.remittanceInformationUnstructured, undefined)
    const { transactionId, transactionAmount, _links } = whole[place]!
    assert.deepEqual(transaction.transactionAmount, transactionAmount)
    assert.deepEqual(transaction._links, _links)
    assert.equal(transaction.transactionId, transactionId)
  }
})
