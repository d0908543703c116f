import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ingrid } from '../headless-psu.ts'
import * as paying from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox({
  env: {
    NORDGATE_WORLD_CUSTOMERS: '6',
    NORDGATE_WORLD_ACCOUNTS: '12',
    NORDGATE_WORLD_AGREEMENTS: '3',
    NORDGATE_WORLD_ENGAGEMENTS: '1',
    NORDGATE_WORLD_TRANSACTIONS: '100',
    NORDGATE_WORLD_PAYMENTS: '6',
    NORDGATE_WORLD_BASKETS: '1',
    NORDGATE_WORLD_AUTHORISATIONS: '7',
  },
})
const tpp = await sandbox.tpp()
const { client } = tpp

interface Lists {
  customers: { customerNumber: string; type: string }[]
  accounts: { id: string; iban: string; customerNumber: string }[]
  cardAccounts: { id: string; customerNumber: string }[]
  agreements: { id: string; owner: string; engagements: unknown[] }[]
}

const paths: Record<keyof Lists, string> = {
  customers: '/v1/sandbox/customers',
  accounts: '/v1/sandbox/accounts',
  cardAccounts: '/v1/sandbox/card-accounts',
  agreements: '/v1/sandbox/agreements',
}

const list = async <Name extends keyof Lists>(name: Name, query = ''): Promise<Lists[Name]> =>
  (await client.call<Lists>('GET', `${paths[name]}${query}`)).body[name]

describe('lists in parts', () => {
  for (const name of Object.keys(paths) as (keyof Lists)[]) {
    test(`${name}: parts follow each other and make the whole list`, async () => {
      const whole = await list(name)
      const parts: unknown[] = []
      for (let offset = 0; offset < whole.length; offset += 1) {
        const part = await list(name, `?limit=1&offset=${offset}`)
        assert.equal(part.length, 1)
        parts.push(...part)
      }
      assert.deepEqual(parts, whole)
      assert.deepEqual(await list(name, `?offset=${whole.length}`), [])
      assert.deepEqual(await list(name, '?offset=1'), whole.slice(1))
      assert.deepEqual(await list(name, '?limit=1000'), whole)
    })

    test(`${name}: a limit of zero and an offset below it are refused`, async () => {
      for (const query of ['?limit=0', '?offset=-1', '?limit=x']) {
        await assert.rejects(list(name, query), { status: 400, code: 'FORMAT_ERROR' })
      }
    })
  }

  test('the accounts of one customer are counted among themselves', async () => {
    const accounts = await list('accounts')
    const { customerNumber } = accounts.at(-1)!
    const own = accounts.filter((account) => account.customerNumber === customerNumber)
    const query = `?customerNumber=${customerNumber}&offset=1`
    assert.deepEqual(await list('accounts', query), own.slice(1))
    assert.deepEqual(await list('accounts', '?customerNumber=1'), [])
  })
})

describe('what a world holds', () => {
  /** Creates until it is refused, and says how many there are then. */
  async function fill(name: keyof Lists, create: () => Promise<unknown>): Promise<number> {
    for (let turn = 0; turn < 20; turn++) {
      try {
        await create()
      } catch (error) {
        await assert.rejects(Promise.reject(error), full)
        return (await list(name)).length
      }
    }
    throw new Error('It is never full.')
  }

  const full = { status: 409, code: 'CONFLICT' }
  const post = (path: string, body: object) => client.call('POST', path, { body })

  test('customers up to the bound', async () => {
    const body = { name: 'Åse Lervik', type: 'PRIVATE' }
    assert.equal(await fill('customers', () => post(paths.customers, body)), 6)
  })

  test('accounts and card accounts up to the bound together', async () => {
    const { customerNumber } = (await list('accounts'))[0]!
    await post(paths.cardAccounts, { customerNumber })
    const accounts = await fill('accounts', () => post(paths.accounts, { customerNumber }))
    assert.equal(accounts + (await list('cardAccounts')).length, 12)
    const another = post(paths.cardAccounts, { customerNumber })
    await assert.rejects(another, full)
  })

  test('agreements up to the bound', async () => {
    const owner = (await list('customers')).find(({ type }) => type === 'CORPORATE')!
    const body = { owner: owner.customerNumber, name: 'Drift' }
    assert.equal(await fill('agreements', () => post(paths.agreements, body)), 3)
  })

  test('engagements up to the bound', async () => {
    const [{ id, owner } = { id: '', owner: '' }] = await list('agreements')
    const person = (await list('customers')).find(({ type }) => type === 'PRIVATE')!
    const [account] = await list('accounts', `?customerNumber=${owner}`)
    const engaging = post(`${paths.agreements}/${id}/engagements`, {
      ...{ customer: person.customerNumber, account: { iban: account!.iban }, roles: ['VIEW'] },
    })
    await assert.rejects(engaging, { ...full, message: /^There are \d+ engagements/ })
  })

  test('no mock transaction, and no balance, beyond the bound', async () => {
    const [card] = await list('cardAccounts')
    const [account] = await list('accounts')
    const [ofCard, ofAccount] = [
      `${paths.cardAccounts}/${card!.id}`,
      `${paths.accounts}/${account!.id}`,
    ]
    const amount = { amount: '-1.00', currency: 'NOK' }
    const calls = [
      () =>
        post(`${ofCard}/transactions`, [
          { transactionAmount: amount },
          { transactionAmount: amount },
        ]),
      () => post(`${ofAccount}/transactions`, { amount: 100 }),
      () => client.call('PUT', `${ofCard}/balances`, { body: { balance: amount } }),
      () => client.call('PUT', `${ofAccount}/balances`, { body: { balance: amount } }),
    ]
    for (const call of calls) await assert.rejects(call, full)
    await assert.rejects(calls[0]!, {
      message: /^There are \d+ transactions.* 2 more; it holds 100\./,
    })
  })

  test('payments with their parts, baskets and authorisations up to the bound', async () => {
    const headers = await paying.logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
    const { debtorAccount, ...part } = paying.transfer()
    const bulk = { debtorAccount, payments: [part, part] }
    await paying.create(tpp, headers, bulk, paying.bulk)
    const singles: paying.Created[] = []
    for (let turn = 0; turn < 3; turn++) {
      singles.push(await paying.create(tpp, headers, paying.transfer()))
    }
    const noMore = (what: string) => ({
      ...paying.refusal(409, 'CONFLICT'),
      says: new RegExp(`^There is no room for more ${what} `),
    })
    const another = (path: string, body?: object) =>
      paying.send(tpp, 'POST', path, { headers, body })
    assertRefused(await another(paying.domestic, paying.transfer()), noMore('payments'))
    assertRefused(await another(paying.bulk, bulk), noMore('payments'))

    const [first, second] = singles.map(({ paymentId }) => ({ paymentIds: [paymentId] }))
    assert.equal((await another('/v1/signing-baskets', first)).status, 201)
    assertRefused(await another('/v1/signing-baskets', second), noMore('baskets'))

    const authorisations = `${paying.domestic}/${singles[2]?.paymentId}/authorisations`
    for (let turn = 0; turn < 2; turn++) {
      assert.equal((await another(authorisations)).status, 201)
    }
    assertRefused(await another(authorisations), noMore('authorisations'))
  })

  test('a world that is emptied has room again', async () => {
    await client.call('POST', '/v1/sandbox/initialize')
    await post(paths.customers, { name: 'Åse Lervik', type: 'PRIVATE' })
    const headers = await paying.logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
    await paying.create(tpp, headers, paying.transfer())
  })
})
