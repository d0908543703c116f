import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TppClient } from '../../src/sdk/sdk.ts'
import { startSandbox } from '../sandbox.ts'

/** Two TPPs try everything on each other's ids: each has a bank of its own, and no way out of it. */

const sandbox = await startSandbox()
const [mine, theirs] = await Promise.all([sandbox.tpp(), sandbox.tpp()])

interface Ids {
  account: string
  cardAccount: string
  transaction: string
  agreement: string
  engagement: string
  fault: string
}

interface Named {
  id: string
}

async function idsOf({ client }: { client: TppClient }): Promise<Ids> {
  const first = async <Item extends Named>(path: string): Promise<Item> => {
    const { body } = await client.call<Item[] | Record<string, Item[]>>('GET', path)
    return (Array.isArray(body) ? body : Object.values(body)[0]!)[0]!
  }
  const account = await first('/v1/sandbox/accounts')
  const cardAccount = await first('/v1/sandbox/card-accounts')
  const agreement = await first<Named & { engagements: Named[] }>('/v1/sandbox/agreements')
  const transaction = await first(`/v1/sandbox/accounts/${account.id}/transactions?limit=1`)
  const fault = await client.call<{ id: string }>('POST', '/v1/sandbox/faults', {
    body: { method: 'DELETE', path: '/v1/nowhere', status: 500 },
  })
  return {
    account: account.id,
    cardAccount: cardAccount.id,
    transaction: transaction.id,
    agreement: agreement.id,
    engagement: agreement.engagements[0]!.id,
    fault: fault.body.id,
  }
}

const balance = { balance: { amount: '1.00', currency: 'NOK' } }

const attempts = (ids: Ids): [method: string, path: string, body?: unknown][] => [
  ['GET', `accounts/${ids.account}`],
  ['PUT', `accounts/${ids.account}/balances`, balance],
  ['GET', `accounts/${ids.account}/transactions`],
  ['POST', `accounts/${ids.account}/transactions`, { amount: 100 }],
  ['GET', `accounts/${ids.account}/transactions/${ids.transaction}`],
  ['GET', `accounts/${ids.cardAccount}/transactions`],
  ['POST', `accounts/${ids.cardAccount}/transactions`, { amount: 100 }],
  ['GET', `card-accounts/${ids.cardAccount}`],
  ['PUT', `card-accounts/${ids.cardAccount}/balances`, balance],
  ['GET', `card-accounts/${ids.cardAccount}/transactions`],
  [
    ...(['POST', `card-accounts/${ids.cardAccount}/transactions`] as const),
    [{ transactionAmount: { amount: '-1.00', currency: 'NOK' } }],
  ],
  ['GET', `agreements/${ids.agreement}/engagements`],
  ['GET', `agreements/${ids.agreement}/engagements/${ids.engagement}`],
  [
    ...(['POST', `agreements/${ids.agreement}/engagements`] as const),
    { customer: '17848800880', account: { iban: 'NO5399911120018' }, roles: ['VIEW'] },
  ],
  ['DELETE', `faults/${ids.fault}`],
]

const everything = async ({ client }: { client: TppClient }) => {
  const paths = ['customers', 'accounts', 'card-accounts', 'agreements', 'faults']
  const bodies = paths.map(async (path) => (await client.call('GET', `/v1/sandbox/${path}`)).body)
  return Promise.all(bodies)
}

test('whatever a TPP tries on another’s ids is unknown, and changes nothing', async () => {
  for (const [caller, owner] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const ids = await idsOf(owner)
    const before = await everything(owner)
    for (const [method, path, body] of attempts(ids)) {
      const attempt = caller.client.call(method, `/v1/sandbox/${path}`, { body })
      await assert.rejects(attempt, { status: 404, code: 'RESOURCE_UNKNOWN' }, `${method} ${path}`)
    }
    assert.deepEqual(await everything(owner), before)
  }
})

test('the same attempts succeed on one’s own ids', async () => {
  const ids = await idsOf(mine)
  for (const [method, path, body] of attempts(ids)) {
    const { status } = await mine.client.call(method, `/v1/sandbox/${path}`, { body })
    assert.ok(status < 300, `${method} ${path}`)
  }
})

test('a customer number or an account number of another world is unknown', async () => {
  const made = await mine.client.call<{ customerNumber: string }>('POST', '/v1/sandbox/customers', {
    body: { name: 'Bare Min', type: 'PRIVATE' },
  })
  const { customerNumber } = made.body
  const read = theirs.client.call('GET', `/v1/sandbox/customers/${customerNumber}`)
  await assert.rejects(read, { status: 404, code: 'RESOURCE_UNKNOWN' })
  const open = theirs.client.call('POST', '/v1/sandbox/accounts', { body: { customerNumber } })
  await assert.rejects(open, { status: 400, code: 'FORMAT_ERROR' })
})

test('initialising touches nobody else’s world', async () => {
  const before = await everything(theirs)
  await mine.client.call('POST', '/v1/sandbox/initialize')
  assert.deepEqual(await everything(theirs), before)
})
