import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PsuCaller } from '../sca/sca.ts'
import { aisWorld, informationOver, openStorage } from './ais-world.fixture.ts'

const storage = await openStorage()
const { accounts, transactions, cardAccounts, cardTransactions, agreements, user } =
  informationOver(storage)
const world = await aisWorld(storage, 'PSDNO-FSA-REACH')
const [one, two] = world.people.filter(({ type }) => type === 'PRIVATE')
const none = { path: {} as never, query: {}, body: undefined as never }
const unknown = { code: 'RESOURCE_UNKNOWN' }

/** Every read below an account; all must be unknown where one is. */
async function assertUnknown(caller: PsuCaller, id: string) {
  const ask = { ...none, path: { id, transactionId: id } }
  await assert.rejects(accounts.read(caller, ask), unknown)
  await assert.rejects(accounts.balances(caller, ask), unknown)
  await assert.rejects(transactions.list(caller, ask), unknown)
  await assert.rejects(transactions.read(caller, ask), unknown)
  await assert.rejects(cardAccounts.read(caller, ask), unknown)
  await assert.rejects(cardAccounts.balances(caller, ask), unknown)
  await assert.rejects(cardTransactions.list(caller, ask), unknown)
}

describe('only what is granted and still reached is there', () => {
  test('an account that is not granted is unknown, and not in the list', async () => {
    const all = (await accounts.list(await world.callerFor(one!), none)).accounts
    const [granted, other] = all.map(({ resourceId }) => resourceId)
    const caller = await world.callerFor(one!, { grants: [granted!] })
    const { accounts: listed } = await accounts.list(caller, none)
    assert.deepEqual(
      listed.map(({ resourceId }) => resourceId),
      [granted],
    )
    assert.deepEqual((await cardAccounts.list(caller, none)).cardAccounts, [])
    await assertUnknown(caller, other!)
    for (const id of ['x', '', '00000000-0000-4000-8000-000000000000']) {
      await assertUnknown(caller, id)
    }
  })

  test('a grant for what somebody else owns shows nothing', async () => {
    const theirs = (await accounts.list(await world.callerFor(two!), none)).accounts
    const grants = theirs.map(({ resourceId }) => resourceId)
    const caller = await world.callerFor(one!, { grants })
    assert.deepEqual((await accounts.list(caller, none)).accounts, [])
    for (const id of grants) await assertUnknown(caller, id)
  })

  test('a card account is no account, and an account no card account', async () => {
    const own = await world.callerFor(one!)
    const [card] = (await cardAccounts.list(own, none)).cardAccounts
    const ask = { ...none, path: { id: card!.resourceId } }
    await assert.rejects(accounts.read(own, ask), unknown)
    await assert.rejects(transactions.list(own, ask), unknown)
  })

  test('another TPP’s world has other accounts, and those of this one are unknown there', async () => {
    const elsewhere = await aisWorld(storage, 'PSDNO-FSA-OTHER')
    const ids = async (there: typeof world) => {
      const person = there.people.find(({ number }) => number === one!.number)!
      const listed = await accounts.list(await there.callerFor(person), none)
      return { person, ids: listed.accounts.map(({ resourceId }) => resourceId) }
    }
    const [here, there] = [await ids(world), await ids(elsewhere)]
    assert.ok(here.ids.every((id) => !there.ids.includes(id)))
    const caller = await elsewhere.callerFor(there.person, { grants: here.ids })
    for (const id of here.ids) await assertUnknown(caller, id)
    assert.deepEqual((await accounts.list(caller, none)).accounts, [])
  })
})

describe('for a company', () => {
  async function engaged() {
    for (const person of [one!, two!]) {
      const reached = await world.bank.agreementsOf(person.id)
      const agreement = reached.ok
        ? reached.value.find(({ engagements }) => engagements.length > 0)
        : undefined
      if (agreement) return { person, agreement }
    }
    throw new Error('The initial state has nobody who acts for a company.')
  }

  test('accounts are reached under the agreement, until the engagement ends', async () => {
    const { person, agreement } = await engaged()
    const context = { kind: 'CORPORATE', agreementId: agreement.id } as const
    const caller = await world.callerFor(person, { context })
    const { accounts: before } = await accounts.list(caller, none)
    const [{ id: engagementId, accountId } = { id: '', accountId: '' }] = agreement.engagements
    assert.ok(before.some(({ resourceId }) => resourceId === accountId))
    assert.ok(before.every(({ usage }) => usage === 'ORGA'))
    await world.within((books) => books.disengage(engagementId))
    const { accounts: after } = await accounts.list(caller, none)
    assert.equal(after.length, before.length - 1)
    await assertUnknown(caller, accountId)
    const priv = await world.callerFor(person, { grants: [accountId] })
    await assertUnknown(priv, accountId)
  })

  test('the agreements are listed by the ids that this TPP sends', async () => {
    const { person, agreement } = await engaged()
    const listed = await agreements.list(await world.callerFor(person))
    const { name, ownerName } = agreement
    assert.deepEqual(
      listed.agreements.find((each) => each.name === name),
      { psuCorporateId: `corporate-${agreement.id}`, name, ownerName },
    )
  })
})

test('the user is told as chosen in the session', async () => {
  const sessionContext = { kind: 'CORPORATE', psuCorporateId: 'c1' } as const
  const caller = await world.callerFor(one!, { psuId: 'p1', sessionContext })
  const told = { psuId: 'p1', psuCorporateId: 'c1', context: 'CORPORATE' }
  assert.deepEqual(await user.read(caller), told)
  const alone = await world.callerFor(one!, { psuId: 'p1', sessionContext: { kind: 'PRIVATE' } })
  assert.deepEqual(await user.read(alone), { psuId: 'p1', context: 'PRIVATE' })
})
