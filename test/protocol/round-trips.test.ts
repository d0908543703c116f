import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { ask, consent, type Headers, ingrid, psuIp } from '../headless-psu.ts'
import { startSandbox } from '../sandbox.ts'

/** What a read costs at the database, with all its checks: who waits for what, and how often. */

let waits = 0
let underWay = 0
let asked: string[] = []
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  const [sent] = args
  asked.push(typeof sent === 'string' ? sent : String((sent as pg.QueryConfig).name))
  // Whatever is sent while something is under way waits along with it.
  if (underWay++ === 0) waits++
  const done = () => void underWay--
  if (isPrepared(sent)) {
    const { callback } = sent
    sent.callback = (...outcome) => {
      done()
      callback(...outcome)
    }
    return Reflect.apply(query, this, args)
  }
  const answer: unknown = Reflect.apply(query, this, args)
  Promise.resolve(answer).then(done, done)
  return answer
} as typeof query

/** One of ours, which tells its end by a callback instead of a promise. */
const isPrepared = (sent: unknown): sent is { callback(...outcome: unknown[]): void } =>
  typeof sent === 'object' && sent !== null && 'callback' in sent

// Whether the register still has the TPP is asked once in a while, and not by each call.
const sandbox = await startSandbox({ env: { NORDGATE_STANDING_CACHE_MS: '60000' } })
const tpp = await sandbox.tpp()
let psu: Headers
let account = ''
let transaction = ''

before(async () => {
  psu = await consent(tpp, { customerNumber: ingrid })
  const present = { ...psu, ...psuIp }
  const { body } = await ask(tpp, 'GET', '/v1/accounts', present)
  account = (body as { accounts: { resourceId: string }[] }).accounts[0]?.resourceId ?? ''
  const list = await ask(tpp, 'GET', `/v1/accounts/${account}/transactions`, present)
  const { transactions } = list.body as { transactions: { booked: { transactionId: string }[] } }
  transaction = transactions.booked[0]?.transactionId ?? ''
})

/** Measured anew when the bank did something of its own meanwhile. */
async function waitsFor(target: string, headers: Headers): Promise<number> {
  for (;;) {
    await tpp.client.call('DELETE', '/v1/sandbox/quotas')
    while (underWay > 0) await nextTurn()
    waits = 0
    asked = []
    assert.equal((await ask(tpp, 'GET', target, headers)).status, 200)
    if (!asked.some((name) => /^(request-log|batch|ledger|kept|world-read-ahead)/.test(name))) {
      return waits
    }
  }
}

const reads: [what: string, target: () => string][] = [
  ['accounts', () => '/v1/accounts'],
  ['balances', () => `/v1/accounts/${account}/balances`],
  ['transactions', () => `/v1/accounts/${account}/transactions`],
  ['details', () => `/v1/accounts/${account}/transactions/${transaction}`],
  ['card accounts with balances', () => '/v1/card-accounts?withBalance=true'],
]

for (const [what, target] of reads) {
  test(`reading ${what} with the PSU waits for the database twice`, async () => {
    assert.equal(await waitsFor(target(), { ...psu, ...psuIp }), 2, asked.join(', '))
  })

  test(`reading ${what} without the PSU, and counting it, does too`, async () => {
    assert.equal(await waitsFor(target(), psu), 2, asked.join(', '))
  })
}
