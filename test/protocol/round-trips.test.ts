import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Conversation } from '../../src/storage/conversation.ts'
import { ask, consent, type Headers, ingrid, psuIp } from '../headless-psu.ts'
import { create, logIn, transfer } from '../paying.ts'
import { startSandbox } from '../sandbox.ts'

/** What a call costs at the database, with all its checks: who waits for what, and how often. */

let waits = 0
let underWay = 0
let asked: string[] = []
const { ask: askOne, askAll } = Conversation.prototype

/** Whatever is sent while something is under way waits along with it. */
function counted<Answer>(names: readonly string[], answer: Promise<Answer>): Promise<Answer> {
  asked.push(...names)
  if (underWay++ === 0) waits++
  const done = () => void underWay--
  answer.then(done, done)
  return answer
}

Conversation.prototype.ask = function (query) {
  return counted([query.statement.name], askOne.call(this, query))
}
Conversation.prototype.askAll = function (queries) {
  const names = queries.map(({ query }) => query.statement.name)
  return counted(names, askAll.call(this, queries))
}

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
async function waitsOf(call: () => Promise<unknown>): Promise<number> {
  for (;;) {
    await tpp.client.call('DELETE', '/v1/sandbox/quotas')
    while (underWay > 0) await nextTurn()
    waits = 0
    asked = []
    await call()
    if (!asked.some((name) => /^(request-log|batch|ledger|kept|world-read-ahead)/.test(name))) {
      return waits
    }
  }
}

const waitsFor = (target: string, headers: Headers): Promise<number> =>
  waitsOf(async () => assert.equal((await ask(tpp, 'GET', target, headers)).status, 200))

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

test('making a payment from accounts that have paid before does too: to enter, and to commit', async () => {
  const headers = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const pay = () => create(tpp, headers, transfer())
  await pay()
  assert.equal(await waitsOf(pay), 2, asked.join(', '))
  // And BEGIN, which nobody waits for.
  assert.equal(asked.length, 4, asked.join(', '))
})
