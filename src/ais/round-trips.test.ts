import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PsuCaller } from '../sca/sca.ts'
import type { Queries } from '../storage/storage.ts'
import { aisWorld, informationOver, openStorage } from './ais-world.fixture.ts'

const storage = await openStorage()
const world = await aisWorld(storage, 'PSDNO-FSA-TRIPS')
const [person] = world.people.filter(({ type }) => type === 'PRIVATE')
const none = { path: {} as never, query: {}, body: undefined as never }

let questions = 0
const counted: Queries = {
  rows: (statement, parameters) => ask(() => storage.rows(statement, parameters)),
  row: (statement, parameters) => ask(() => storage.row(statement, parameters)),
  run: (statement, parameters) => ask(() => storage.run(statement, parameters)),
}
function ask<T>(question: () => Promise<T>): Promise<T> {
  questions++
  return question()
}

const { accounts, transactions, cardAccounts, cardTransactions } = informationOver(counted)
const caller = await world.callerFor(person!)
const [account] = (await accounts.list(caller, none)).accounts
const [card] = (await cardAccounts.list(caller, none)).cardAccounts
const ofAccount = { ...none, path: { id: account!.resourceId } }
const ofCard = { ...none, path: { id: card!.resourceId } }
const both = { query: { bookingStatus: 'both', limit: 10, offset: 3 } } as const
const { booked } = (await transactions.list(caller, ofAccount)).transactions
const ofOne = { ...none, path: { ...ofAccount.path, transactionId: booked![0]!.transactionId } }

const reads: [what: string, read: (caller: PsuCaller) => Promise<unknown>][] = [
  ['accounts', (by) => accounts.list(by, none)],
  ['accounts with balances', (by) => accounts.list(by, { ...none, query: { withBalance: true } })],
  ['an account', (by) => accounts.read(by, ofAccount)],
  ['balances', (by) => accounts.balances(by, ofAccount)],
  ['transactions', (by) => transactions.list(by, ofAccount)],
  ['pending and booked transactions', (by) => transactions.list(by, { ...ofAccount, ...both })],
  ['an empty page', (by) => transactions.list(by, { ...ofAccount, query: { offset: 10_000 } })],
  ['details', (by) => transactions.read(by, ofOne)],
  ['card accounts', (by) => cardAccounts.list(by, none)],
  ['balances of a card', (by) => cardAccounts.balances(by, ofCard)],
  ['card transactions', (by) => cardTransactions.list(by, { ...ofCard, ...both })],
]

for (const [what, read] of reads) {
  test(`reading ${what} asks the database once`, async () => {
    questions = 0
    await read(caller)
    assert.equal(questions, 1)
  })
}
