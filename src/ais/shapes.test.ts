import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFits } from '../../test/fits.ts'
import type { Customer } from '../bank/port.ts'
import { listAccounts, readAccount } from '../wire/accounts.ts'
import { readBalances } from '../wire/balances.ts'
import { listCardAccounts, readCardAccount, readCardBalances } from '../wire/card-accounts.ts'
import { listCardTransactions } from '../wire/card-transactions.ts'
import { listTransactions, readTransaction } from '../wire/transactions.ts'
import { aisWorld, informationOver, openStorage, publicUrl } from './ais-world.fixture.ts'

const storage = await openStorage()
const { accounts, transactions, cardAccounts, cardTransactions } = informationOver(storage)
const world = await aisWorld(storage, 'PSDNO-FSA-SHAPES')
const none = { path: {} as never, query: {}, body: undefined as never }
const people = world.people.filter(({ type }) => type === 'PRIVATE')

const øre = (amount: string) => Math.round(Number(amount) * 100)
const sum = (listed: { transactionAmount: { amount: string } }[] = []) =>
  listed.reduce((total, { transactionAmount }) => total + øre(transactionAmount.amount), 0)

async function asPerson(person: Customer) {
  const caller = await world.callerFor(person)
  const { accounts: own } = await accounts.list(caller, none)
  const { cardAccounts: cards } = await cardAccounts.list(caller, none)
  return { caller, own, cards }
}

const everything = { bookingStatus: 'both', dateFrom: '2020-01-01', limit: 1000 } as const

for (const person of people) {
  describe(`everything that ${person.name} has is told as the contract says`, () => {
    test('accounts, with balances when asked for', async () => {
      const { caller, own } = await asPerson(person)
      assert.equal(own.length, 2)
      assertFits(listAccounts, { accounts: own })
      assert.ok(own.every(({ balances }) => balances === undefined))
      const withBalance = await accounts.list(caller, { ...none, query: { withBalance: true } })
      assertFits(listAccounts, withBalance)
      for (const { resourceId: id, ...account } of withBalance.accounts) {
        const read = await accounts.read(caller, { ...none, path: { id } })
        assertFits(readAccount, read)
        const balances = await accounts.balances(caller, { ...none, path: { id } })
        assertFits(readBalances, balances)
        assert.deepEqual(balances.balances, account.balances)
        const { iban, bban, currency } = account
        assert.deepEqual(balances.account, { iban, bban, currency })
        assert.equal(account._links.balances.href, `${publicUrl}/v1/accounts/${id}/balances`)
      }
    })

    test('transactions and their details; balances are their sums', async () => {
      const { caller, own } = await asPerson(person)
      for (const { resourceId: id } of own) {
        const list = await transactions.list(caller, { ...none, path: { id }, query: everything })
        assertFits(listTransactions, list)
        const { booked = [], pending = [] } = list.transactions
        assert.ok(booked.length > 0)
        for (const { transactionId } of [...booked.slice(0, 10), ...pending]) {
          const path = { id, transactionId }
          assertFits(readTransaction, await transactions.read(caller, { ...none, path }))
        }
        const { balances } = await accounts.balances(caller, { ...none, path: { id } })
        const held = Object.fromEntries(
          balances.map(({ balanceType, balanceAmount }) => [
            balanceType,
            øre(balanceAmount.amount),
          ]),
        )
        assert.equal(held.interimBooked, sum(booked))
        assert.equal(held.expected, sum(booked) + sum(pending))
      }
    })

    test('card accounts, with the balances that cards have', async () => {
      const { caller, cards } = await asPerson(person)
      assert.equal(cards.length, 1)
      const query = { withBalance: true }
      assertFits(listCardAccounts, await cardAccounts.list(caller, { ...none, query }))
      for (const { resourceId: id } of cards) {
        assertFits(readCardAccount, await cardAccounts.read(caller, { ...none, path: { id } }))
        const balances = await cardAccounts.balances(caller, { ...none, path: { id } })
        assertFits(readCardBalances, balances)
        assert.deepEqual(
          balances.balances.map(({ balanceType }) => balanceType),
          ['closingBooked', 'interimAvailable', 'nonInvoiced', 'interimBooked'],
        )
      }
    })

    test('card transactions; the booked balance is their sum', async () => {
      const { caller, cards } = await asPerson(person)
      for (const { resourceId: id } of cards) {
        const ask = { ...none, path: { id }, query: everything }
        const list = await cardTransactions.list(caller, ask)
        assertFits(listCardTransactions, list)
        const { booked = [] } = list.cardTransactions
        const { balances } = await cardAccounts.balances(caller, { ...none, path: { id } })
        const of = (type: string) =>
          øre(balances.find(({ balanceType }) => balanceType === type)?.balanceAmount.amount ?? '')
        assert.equal(of('interimBooked'), sum(booked))
        assert.equal(of('closingBooked'), sum(booked.filter(({ invoiced }) => invoiced)))
        assert.equal(of('nonInvoiced'), sum(booked.filter(({ invoiced }) => !invoiced)))
      }
    })
  })
}

test('a purchase abroad tells what was asked for, what it came to, the rate and the markup', async () => {
  const found = []
  for (const person of people) {
    const { caller, cards } = await asPerson(person)
    for (const { resourceId: id } of cards) {
      const list = await cardTransactions.list(caller, { ...none, path: { id }, query: everything })
      found.push(...(list.cardTransactions.booked ?? []).filter((each) => each.markupFee))
    }
  }
  assert.ok(found.length > 0)
  for (const purchase of found) {
    assert.notEqual(purchase.originalAmount?.currency, 'NOK')
    assert.equal(purchase.transactionAmount.currency, 'NOK')
    assert.ok(Number(purchase.originalAmount?.amount) < 0)
    assert.ok(Number(purchase.transactionAmount.amount) < 0)
    assert.equal(purchase.currencyExchange?.sourceCurrency, purchase.originalAmount?.currency)
    assert.equal(purchase.markupFeePercentage, '1.75')
    assert.ok(purchase.cardAcceptorAddress?.country)
    assert.match(purchase.merchantCategoryCode ?? '', /^\d{4}$/)
  }
})
