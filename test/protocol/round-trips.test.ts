import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { ask, consent, type Headers, ingrid, psuIp } from '../headless-psu.ts'
import { startSandbox } from '../sandbox.ts'

/** What a read costs at the database, with all its checks: who waits for what, and how often. */

let waits = 0
let underWay = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  // Whatever is sent while something is under way waits along with it.
  if (underWay++ === 0) waits++
  const asked: unknown = Reflect.apply(query, this, args)
  const done = () => void underWay--
  if (asked instanceof Promise) asked.then(done, done)
  else done()
  return asked
} as typeof query

// Whether the register still has the TPP is asked once a second, and not by each call.
const sandbox = await startSandbox({ env: { NORDGATE_STANDING_CACHE_MS: '60000' } })
const tpp = await sandbox.tpp()
let psu: Headers
let account = ''
let transaction = ''

before(async () => {
  psu = await consent(tpp, { customerNumber: ingrid })
  const { body } = await ask(tpp, 'GET', '/v1/accounts', { ...psu, ...psuIp })
  account = (body as { accounts: { resourceId: string }[] }).accounts[0]?.resourceId ?? ''
  const list = await ask(tpp, 'GET', `/v1/accounts/${account}/transactions`, { ...psu, ...psuIp })
  const { booked } = (list.body as { transactions: { booked: { transactionId: string }[] } })
    .transactions
  transaction = booked[0]?.transactionId ?? ''
})

/** The usual one of four: what the bank does for itself meanwhile adds to one now and then. */
async function usualWaits(target: string, headers: Headers): Promise<number> {
  const seen: number[] = []
  for (let n = 0; n < 4; n++) {
    const before = waits
    assert.equal((await ask(tpp, 'GET', target, headers)).status, 200)
    seen.push(waits - before)
  }
  return seen.sort()[1] ?? 0
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
    assert.equal(await usualWaits(target(), { ...psu, ...psuIp }), 2)
  })

  test(`reading ${what} without the PSU, and counting it, does too`, async () => {
    assert.equal(await usualWaits(target(), psu), 2)
  })
}
