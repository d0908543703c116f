import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock as clock } from '../../kernel/clock.ts'
import { createFillWorld, type InitialState } from '../../sandbox/data/fill-world.ts'
import { ownBooks } from '../../sandbox/data/own-books.ts'
import {
  openSandboxStorage,
  random,
  sandboxWorld,
} from '../../sandbox/data/sandbox-world.fixture.ts'
import { createSnapshots } from '../../sandbox/worlds/snapshots.ts'
import { emptyWorld } from '../../sandbox/worlds/world-content.ts'
import { shutWorld } from '../../sandbox/worlds/world-row.ts'
import { createWorlds } from '../../sandbox/worlds/worlds.ts'
import { eventually } from '../../storage/storage.fixture.ts'
import { inWorld, statement, type Transaction, worldStatement } from '../../storage/storage.ts'
import type { Register } from '../port.ts'
import { type Books, createRegisterMemory, ledgerBank } from './ledger.ts'

const storage = await openSandboxStorage()
const now = Temporal.Instant.from('2026-11-12T11:00:00Z')
const { caller, write } = await sandboxWorld(storage, 'PSDNO-FSA-REGISTER', now)
const other = await sandboxWorld(storage, 'PSDNO-FSA-BESIDE', now)
const worlds = createWorlds<InitialState>({
  ...{ storage, shared: false },
  fill: createFillWorld(random),
})
const snapshots = createSnapshots({ storage, clock, random })
const memory = createRegisterMemory()

const editionOf = async ({ world }: { world: bigint }) =>
  (await inWorld(storage, world).row(readEdition, []))?.edition

const changing = <T>(change: (books: Books, tx: Transaction) => Promise<T>) =>
  write((_, tx) => change(ownBooks(tx, caller, random).books, tx))

const input = (id = '') => ({ path: { id }, query: {}, body: undefined as never })

/** Whoever is in the world now: ids are others after a reset. */
async function inhabitants() {
  const { books } = ownBooks(storage, caller, random)
  const [accounts, agreements] = [await books.accounts(), await books.agreements()]
  const [account] = accounts
  const [agreement] = agreements
  assert(account && agreement)
  const [engagement] = agreement.engagements
  assert(engagement)
  return {
    customers: await books.customers(),
    accounts,
    agreements,
    account,
    agreement,
    engagement,
  }
}

/** Everything that can be asked: what each customer reaches in each context, and each number. */
async function everything(register: Register) {
  const { customers, accounts, agreements } = await inhabitants()
  const contexts = [
    { kind: 'PRIVATE' as const },
    ...agreements.map(({ id }) => ({ kind: 'CORPORATE' as const, agreementId: id })),
  ]
  const numbers = [...accounts, { iban: 'NO9386011117947', bban: '86011117947' }]
  const answers: unknown[] = []
  for (const { id } of customers) {
    for (const context of contexts) answers.push(await register.accountsOf(id, context))
  }
  for (const { iban } of numbers) answers.push(await register.accountByNumber({ iban }))
  answers.push(await register.accountsByNumber(numbers.map(({ bban }) => ({ bban }))))
  return answers
}

const bank = () => ledgerBank(inWorld(storage, caller.world), random, memory)
const asked = () => everything(bank().register())
const remembered = async () => everything(bank().register(await editionOf(caller)))

/** Before it, everything is remembered; after it, none of that is given any more. */
async function renews(change: () => Promise<unknown>): Promise<void> {
  await remembered()
  const before = await editionOf(caller)
  await change()
  assert.notEqual(await editionOf(caller), before)
  assert.deepEqual(await remembered(), await asked())
  assert.deepEqual(await remembered(), await asked())
}

const changes: Record<string, (books: Books, tx: Transaction) => Promise<unknown>> = {
  'an account that is blocked': async (_, tx) =>
    inWorld(tx, caller.world).run(block, [(await inhabitants()).account.id]),
  'an account that may not pay any more': async (_, tx) =>
    inWorld(tx, caller.world).run(forbid, [(await inhabitants()).accounts[1]?.id ?? '']),
  'an account that is changed otherwise': async (books) =>
    books.changeAccount((await inhabitants()).account.id, { status: 'closed', name: 'Ny' }),
  'an account that takes payments with a KID only': async (books) =>
    books.changeAccount((await inhabitants()).account.id, { kidRequired: true }),
  'a customer’s new name': async (_, tx) => {
    const { account } = await inhabitants()
    return inWorld(tx, caller.world).run(rename, [account.ownerId, 'Ingrid Nytt Navn'])
  },
  'a new customer': (books) =>
    books.createCustomers([{ number: '17912099997', name: 'Kari Nordmann', type: 'PRIVATE' }]),
  'a new account': async (books) =>
    books.openAccounts([{ ownerId: (await inhabitants()).account.ownerId }], now),
  'another role and limit': async (books) => {
    const { agreement, engagement } = await inhabitants()
    const limit = { minor: 100n, currency: 'NOK' } as const
    const changed = { ...engagement, agreementId: agreement.id, registerLimit: limit }
    return books.engage([{ ...changed, roles: ['VIEW'] }])
  },
  'an engagement that ends': async (books) => books.disengage((await inhabitants()).engagement.id),
  'a new engagement': async (books) => {
    const { agreement, customers, accounts } = await inhabitants()
    const engaged = accounts.find(({ ownerId }) => ownerId === agreement.ownerId)
    const [customer] = customers.filter(({ id }) => id === agreement.ownerId)
    assert(engaged && customer)
    const [made] = await books.engage([
      {
        agreementId: agreement.id,
        customerId: customer.id,
        accountId: engaged.id,
        roles: ['VIEW'],
      },
    ])
    assert(made?.ok)
  },
  'an account without its balance': async (_, tx) => {
    const { accounts } = await inhabitants()
    return inWorld(tx, caller.world).run(dropBalance, [accounts.at(-1)?.id ?? ''])
  },
  'a balance that an account gets': (_, tx) => inWorld(tx, caller.world).run(addBalances, [now]),
  'a reset': (_, tx) => worlds.reset(tx, caller.world, now),
}

for (const [title, change] of Object.entries(changes)) {
  test(`${title} is a new edition, and what was remembered before is not given for it`, () =>
    renews(() => changing(change)))
}

test('a snapshot that is restored is a new edition, even right after it was taken', async () => {
  const { id } = await changing((_, tx) => snapshots.take(caller, input(), tx))
  await renews(() => changing((_, tx) => snapshots.restore(caller, input(id), tx)))
})

test('postings, a balance and a credit limit leave the edition as it is', async () => {
  const { account, accounts } = await inhabitants()
  const [, creditor] = accounts
  assert(creditor)
  const before = await editionOf(caller)
  const nok = (minor: bigint) => ({ minor, currency: 'NOK' as const })
  await changing(async (books, tx) => {
    await books.setBalance(account.id, nok(1_000_000n), now)
    const order = (reference: string) => ({
      ...{ reference, debtorAccountId: account.id, debit: nok(100n), credit: nok(100n) },
      ...{ creditorAccount: { iban: creditor.iban, currency: 'NOK' as const }, details: {} },
    })
    const { transfer, execute, reserve, book } = ownBooks(tx, caller, random).bank
    const done = [
      await transfer([order('at-once')], now),
      await transfer([order('one'), order('two')], now),
      await execute([order('in-a-batch')], now),
      await reserve([order('in-steps')], now),
      await book(['in-steps'], now),
    ]
    assert(done.flat().every(({ ok }) => ok))
    await inWorld(tx, caller.world).run(setLimit, [account.id])
  })
  assert.equal(await editionOf(caller), before)
})

test('a change that is rolled back changes nothing', async () => {
  const before = await editionOf(caller)
  const { account } = await inhabitants()
  await assert.rejects(
    changing(async (books) => {
      await books.changeAccount(account.id, { status: 'closed' })
      throw new Error('not after all')
    }),
  )
  assert.equal(await editionOf(caller), before)
  assert.deepEqual(await remembered(), await asked())
})

test('a change in one world is none in another', async () => {
  const before = await editionOf(other.caller)
  const { account } = await inhabitants()
  await renews(() => changing((books) => books.changeAccount(account.id, { name: 'Ny' })))
  assert.equal(await editionOf(other.caller), before)
})

test('who waits for a reset goes by the edition after it', async () => {
  const { tppId } = caller
  await worlds.enter(tppId, now)
  const held: Promise<{ edition?: string | undefined } | undefined>[] = []
  await changing(async (_, tx) => {
    await shutWorld(tx, caller.world)
    held.push(storage.transaction(note, (waiting) => worlds.enterHeld(waiting, tppId, now, asking)))
    await eventually(
      'somebody waits',
      async () => (await storage.row(countWaiting, []))!.count > 0n,
    )
    await worlds.reset(tx, caller.world, now)
  })
  const edition = await editionOf(caller)
  assert.equal(typeof edition, 'string')
  assert.equal((await held[0])?.edition, edition)
})

test('a world that is taken away leaves no edition behind', async () => {
  await other.write(async ({ world }, tx) => {
    await emptyWorld(tx, world)
    await tx.run(deleteWorld, [world])
  })
  assert.equal(await editionOf(other.caller), undefined)
})

const asking = {
  granted: false as const,
  parameters: [caller.tppId, null, null, null, null] as const,
}

const note = { actor: 'test', action: 'test', requestId: null }

const readEdition = worldStatement<[], { edition: string }>(
  'test-edition',
  'select r.edition from register_edition r where r.world_id = $1',
)

const rename = worldStatement<[id: string, name: string]>(
  'test-rename',
  'update customer c set name = $3 where c.world_id = $1 and c.id = $2',
)

const setLimit = worldStatement<[accountId: string]>(
  'test-credit-limit',
  'update account_balance b set credit_limit = 5 where b.world_id = $1 and b.account_id = $2',
)

const block = worldStatement<[accountId: string]>(
  'test-block',
  `update account_balance b set status = 'blocked' where b.world_id = $1 and b.account_id = $2`,
)

const forbid = worldStatement<[accountId: string]>(
  'test-forbid-payments',
  'update account_balance b set payments_allowed = false where b.world_id = $1 and b.account_id = $2',
)

/** Without its balance an account is nowhere to be seen. */
const dropBalance = worldStatement<[accountId: string]>(
  'test-drop-balance',
  'delete from account_balance b where b.world_id = $1 and b.account_id = $2',
)

const addBalances = worldStatement<[at: Temporal.Instant]>(
  'test-add-balances',
  `insert into account_balance (world_id, account_id, currency, payments_allowed, changed_at)
   select $1, a.id, a.currency, true, $2 from account a where a.world_id = $1
   on conflict do nothing`,
)

const countWaiting = statement<[], { count: bigint }>(
  'test-waiting',
  `select count(*) from pg_locks where locktype = 'advisory' and not granted`,
)

const deleteWorld = statement<[world: bigint]>('test-forget', 'delete from world where id = $1')
