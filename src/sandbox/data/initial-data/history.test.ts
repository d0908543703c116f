import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseBban } from '../../../kernel/bban.ts'
import { isBankingDay } from '../../../kernel/business-days.ts'
import { formatIban, parseIban } from '../../../kernel/iban.ts'
import { parseKid } from '../../../kernel/kid.ts'
import { parseNationalIdentity } from '../../../kernel/national-identity.ts'
import { parseOrganisationNumber } from '../../../kernel/organisation-number.ts'
import { parseText } from '../../../kernel/text.ts'
import { type AccountKey, accounts, cardAccounts, customers } from './customers.ts'
import { type Entry, historyUntil } from './history.ts'
import { builders, coffeeDrinkers, employees, friends, parties } from './parties.ts'

const anyDay = fc
  .integer({ min: 0, max: 15 * 366 })
  .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }))

const forAnyDay = (holds: (today: Temporal.PlainDate, history: Entry[]) => void) =>
  fc.assert(
    fc.property(anyDay, (today) => holds(today, historyUntil(today))),
    { numRuns: 40 },
  )

const isAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) > 0

const printed = (entries: Entry[]) =>
  entries.map(({ bookedOn, minor, ...rest }) =>
    JSON.stringify({ ...rest, minor: String(minor), on: bookedOn.iso }, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  )

describe('history', () => {
  test('nothing lies in the future, and what is booked was booked on a banking day', () => {
    forAnyDay((today, history) => {
      for (const { bookedOn, status } of history) {
        assert.ok(!isAfter(bookedOn.date, today))
        if (status === 'booked') assert.ok(isBankingDay(bookedOn.date))
      }
    })
  })

  test('it reaches back half a year and is in order', () => {
    forAnyDay((today, history) => {
      const first = history[0]!.bookedOn.date
      assert.ok(!isAfter(today.subtract({ months: 6 }), first))
      assert.ok(!isAfter(first, today.subtract({ months: 6 }).add({ days: 6 })))
      const places = history.map(({ bookedOn }) => bookedOn.place)
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      )
    })
  })

  test('it is the same every time', () => {
    forAnyDay((today, history) => assert.deepEqual(printed(historyUntil(today)), printed(history)))
  })

  test('a day that has settled looks the same in a world that is made later', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (today, later) => {
        const [from, to] = [today.add({ days: later }).subtract({ months: 6 }), today]
        const common = (entries: Entry[]) =>
          printed(
            entries.filter(
              ({ bookedOn, status, details }) =>
                status === 'booked' &&
                isAfter(bookedOn.date, from.add({ days: 45 })) &&
                isAfter(to.subtract({ days: 10 }), bookedOn.date) &&
                // The first invoice is of a month that the older history has more of.
                !details.remittanceInformationUnstructured?.startsWith('Kredittkortfaktura'),
            ),
          ).map((line) => line.replace(/"invoiced":\w+,?/, ''))
        assert.deepEqual(
          common(historyUntil(today.add({ days: later }))),
          common(historyUntil(today)),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('no account is ever overdrawn, and no card goes beyond its limit', () => {
    forAnyDay((_, history) => {
      for (const [key, entries] of Map.groupBy(history, ({ account }) => account)) {
        const least = key in cardAccounts ? -cardAccounts[key as 'jonasCard'].creditLimit : 0n
        let sum = 0n
        for (const { minor } of entries) {
          sum += minor
          assert.ok(sum >= least, `${key} has ${sum}`)
        }
      }
    })
  })

  test('every account ends with its balance, or with more where that would overdraw it', () => {
    forAnyDay((_, history) => {
      for (const key of Object.keys(accounts) as AccountKey[]) {
        const sum = history
          .filter(({ account, status }) => account === key && status === 'booked')
          .reduce((total, { minor }) => total + minor, 0n)
        assert.ok(sum >= accounts[key].balance)
        assert.ok(sum < accounts[key].balance + 60_000_000n, `${key} has ${sum}`)
      }
    })
  })

  test('everybody has pending purchases, salaries, and purchases in another currency', () => {
    forAnyDay((_, history) => {
      const pending = new Set(
        history.filter(({ status }) => status === 'pending').map(({ account }) => account),
      )
      assert.deepEqual([...pending].sort(), [
        ...['ingridCard', 'ingridCurrent', 'jonasCard', 'jonasCurrent'],
      ])
      for (const key of ['ingridCurrent', 'jonasCurrent']) {
        const salaries = history.filter(
          ({ account, details, minor }) =>
            account === key && details.purposeCode === 'SALA' && minor > 0n,
        )
        assert.ok(salaries.length >= 5 && salaries.length <= 7)
      }
      for (const key of ['ingridCard', 'jonasCard']) {
        const abroad = history.filter(
          ({ account, details }) => account === key && details.currencyExchange,
        )
        assert.ok(abroad.length >= 10)
        for (const { minor, details } of abroad) {
          assert.ok(details.card?.markupFee && details.card.originalAmount)
          assert.ok(-minor > details.card.markupFee.minor)
        }
      }
    })
  })

  test('a card’s purchases of a month that is over are on an invoice, and later ones are not', () => {
    forAnyDay((today, history) => {
      for (const { account, invoiced, bookedOn, status, minor } of history) {
        const isCard = account in cardAccounts
        assert.equal(invoiced !== undefined, isCard)
        if (!isCard || minor > 0n) continue
        const isOlder = isAfter(today.with({ day: 1 }), bookedOn.date)
        assert.equal(invoiced, isOlder && status === 'booked')
      }
    })
  })

  test('every reference, number and text is one that the bank itself would take', () => {
    const history = historyUntil(Temporal.PlainDate.from('2026-11-15'))
    for (const { details } of history) {
      assert.match(details.bankTransactionCode ?? '', /^.{4,14}$/)
      for (const { reference } of details.remittanceInformationStructuredArray ?? []) {
        assert.ok(parseKid(reference).ok, reference)
      }
      for (const party of [details.creditorAccount, details.debtorAccount]) {
        if (party) assert.ok(parseIban(party.iban ?? '').ok)
      }
      for (const text of [details.creditorName, details.remittanceInformationUnstructured]) {
        assert.ok(parseText(text ?? '').ok)
        assert.ok((text ?? '').length <= 70)
      }
    }
  })
})

describe('customers', () => {
  test('the guide names every one of them, with their accounts and cards', () => {
    const guide = readFileSync('docs/sandbox-data.md', 'utf8')
    const told = [
      ...Object.values(customers).flatMap(({ number, name }) => [number, name]),
      ...Object.values(accounts).map(({ iban }) => formatIban(iban)),
      ...Object.values(cardAccounts).map(({ maskedPan }) => maskedPan),
    ]
    for (const each of told) assert.ok(guide.includes(each), each)
  })

  test('two people with synthetic numbers, and two companies', () => {
    const { ingrid, jonas, roastery, electrician } = customers
    for (const { number } of [ingrid, jonas]) {
      const identity = parseNationalIdentity(number)
      assert.ok(identity.ok && identity.value.synthetic)
      assert.ok(Number(number.slice(2, 4)) > 80)
    }
    for (const { number } of [roastery, electrician]) assert.ok(parseOrganisationNumber(number).ok)
    const numbers = Object.values(customers).map(({ number }) => number)
    assert.equal(new Set(numbers).size, 4)
  })

  test('all account numbers are valid, and no two are the same', () => {
    const own = Object.values(accounts).map(({ bban }) => bban)
    const people = [...friends, ...employees, ...coffeeDrinkers, ...builders]
    const others = [...Object.values(parties), ...people]
    for (const bban of own) assert.ok(parseBban(bban).ok)
    for (const { iban } of others) assert.ok(parseIban(iban).ok, iban)
    assert.equal(new Set(own).size, own.length)
  })
})
