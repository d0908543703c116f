import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  aisWorld,
  emptyAccount,
  entry,
  informationOver,
  openStorage,
  queryOf,
  today,
  type Wish,
} from './ais-world.fixture.ts'
import type { ListQuery } from './paging.ts'

const storage = await openStorage()
const sandbox = informationOver(storage)
const production = informationOver(storage, true)
const world = await aisWorld(storage, 'PSDNO-FSA-LISTS')
const person = world.people.find(({ type }) => type === 'PRIVATE')!
const body = undefined as never

const account = await emptyAccount(world, person)
const daysAgo = (days: number) => today.subtract({ days })
await world.within((books) =>
  books.enter(
    [
      ...[0, 1, 89, 90, 91, 200].map((days) =>
        entry(account, 100n, { bookingDate: daysAgo(days) }),
      ),
      ...[0, 10, 95].map((days) =>
        entry(account, -1n, {
          status: 'pending',
          bookingDate: daysAgo(days),
          valueDate: daysAgo(days),
        }),
      ),
    ],
    world.caller.now,
  ),
)

async function list(query: ListQuery, wish?: Wish, information = sandbox) {
  const caller = await world.callerFor(person, wish)
  const { transactions } = await information.transactions.list(caller, {
    ...{ path: { id: account }, query, body },
  })
  return transactions
}

const counts = async (query: ListQuery, wish?: Wish, information = sandbox) => {
  const { booked, pending } = await list(query, wish, information)
  return [booked?.length, pending?.length]
}

describe('the period', () => {
  test('reaches 90 days back and to today unless dates are given', async () => {
    assert.deepEqual(await counts({}), [4, undefined])
    assert.deepEqual(await counts({ dateFrom: '2026-01-01' }), [6, undefined])
    assert.deepEqual(await counts({ dateTo: daysAgo(1).toString() }), [3, undefined])
  })

  test('goes by the day in Oslo', async () => {
    const lateEvening = Temporal.Instant.from('2026-11-12T23:30:00Z')
    assert.deepEqual(await counts({}, { now: lateEvening }), [3, undefined])
  })

  test('must begin before it ends, and not in the future', async () => {
    const refused = { code: 'PERIOD_INVALID' }
    await assert.rejects(list({ dateFrom: '2026-11-02', dateTo: '2026-11-01' }), refused)
    await assert.rejects(list({ dateFrom: daysAgo(-1).toString() }), refused)
    await assert.rejects(list({ dateTo: daysAgo(91).toString() }), refused)
    assert.deepEqual(await counts({ dateTo: daysAgo(-30).toString() }), [4, undefined])
  })

  test('further back than 90 days needs a session with the PSU, and is refused without one', async () => {
    const dateFrom = daysAgo(91).toString()
    await assert.rejects(list({ dateFrom }, { present: false }), { code: 'PERIOD_INVALID' })
    await assert.rejects(list({ dateFrom }, { session: false }), {
      name: 'Error',
      message: /SCA is needed/,
    })
    assert.deepEqual(await counts({ dateFrom }), [5, undefined])
    const edge = { dateFrom: daysAgo(90).toString() }
    assert.deepEqual(await counts(edge, { present: false, session: false }), [4, undefined])
  })
})

describe('bookingStatus', () => {
  test('tells which lists there are, and both filters apply to pending ones in the sandbox', async () => {
    assert.deepEqual(await counts({ bookingStatus: 'booked' }), [4, undefined])
    assert.deepEqual(await counts({ bookingStatus: 'pending' }), [undefined, 2])
    for (const bookingStatus of ['both', 'all'] as const) {
      assert.deepEqual(await counts({ bookingStatus }), [4, 2])
      assert.deepEqual(await counts({ bookingStatus, limit: 3 }), [1, 2])
      assert.deepEqual(await counts({ bookingStatus, limit: 1 }), [0, 1])
    }
  })

  test('in production pending ones come all together, whatever dates and limit say', async () => {
    const dateFrom = daysAgo(1).toString()
    const inProduction = (query: ListQuery) => counts(query, undefined, production)
    assert.deepEqual(await inProduction({ bookingStatus: 'pending', dateFrom, limit: 1 }), [
      undefined,
      3,
    ])
    assert.deepEqual(await inProduction({ bookingStatus: 'both', dateFrom, limit: 1 }), [1, 3])
    assert.deepEqual(await inProduction({ bookingStatus: 'all', limit: 2, offset: 3 }), [1, 3])
    assert.deepEqual(await inProduction({ dateFrom, limit: 1 }), [1, undefined])
    const { _links } = await list({ bookingStatus: 'pending', limit: 1 }, undefined, production)
    assert.equal(_links.next, undefined)
  })

  test('in production all pending ones are told at once, and the links lead on to booked ones', async () => {
    const listing = { goesOn: false, passFor: (page: object) => JSON.stringify(page) }
    const unattended = (query: ListQuery) =>
      list(query, { present: false, session: false, listing }, production)
    for (const bookingStatus of ['both', 'all'] as const) {
      const { booked, pending, _links } = await unattended({ bookingStatus, limit: 2 })
      assert.deepEqual([booked?.length, pending?.length], [2, 3])
      assert.equal(queryOf(_links.first.href).bookingStatus, bookingStatus)
      for (const onwards of [_links.next, _links.last]) {
        const { listing: pass, ...query } = queryOf(onwards?.href ?? '')
        assert.equal(pass, JSON.stringify(query))
        const page = await unattended(query)
        assert.deepEqual([page.booked?.length, page.pending], [2, undefined])
      }
    }
  })

  test('a pending one has no booking date', async () => {
    const { booked, pending } = await list({ bookingStatus: 'both' })
    assert.ok(booked?.every(({ bookingDate }) => bookingDate !== undefined))
    assert.ok(pending?.every(({ bookingDate, valueDate }) => !bookingDate && valueDate))
  })
})

describe('what a transaction tells', () => {
  const details = {
    creditorName: 'Hansen GmbH',
    creditorAccount: { iban: 'DE85999900010012345678' },
    creditorAgent: 'DEUTDEFF',
    debtorAccount: {},
    remittanceInformationUnstructuredArray: ['Invoice 1', 'Invoice 2'],
    remittanceInformationStructuredArray: [{ reference: '123456', referenceType: 'SCOR' }],
    currencyExchange: {
      ...{ sourceCurrency: 'NOK', targetCurrency: 'EUR', unitCurrency: 'EUR' },
      ...{ exchangeRate: '11.65', quotationDate: '2026-11-12' },
    },
    purposeCode: 'SUPP',
    proprietary: { archiveReference: 'A1', '2': 'B2' },
  } as const

  async function oneListed(changes: string[] = []) {
    const id = await emptyAccount(world, person)
    const given = { endToEndId: 'E2E', details: structuredClone(details) as object }
    await world.within((books) => books.enter([entry(id, -500n, given)], world.caller.now))
    const caller = await world.callerFor(person, { changes })
    const listed = await sandbox.transactions.list(caller, { path: { id }, query: {}, body })
    const [transaction] = listed.transactions.booked!
    const path = { id, transactionId: transaction!.transactionId }
    const read = await sandbox.transactions.read(caller, { path, query: {} as never, body })
    return { transaction: transaction!, details: read.transactionsDetails }
  }

  test('everything that the bank keeps, in the words of the interface', async () => {
    const { transaction } = await oneListed()
    const { transactionId, _links, ...told } = transaction
    assert.deepEqual(told, {
      endToEndId: 'E2E',
      bookingDate: '2026-11-12',
      valueDate: '2026-11-12',
      transactionAmount: { amount: '-5.00', currency: 'NOK' },
      creditorName: 'Hansen GmbH',
      creditorAccount: { iban: 'DE85999900010012345678', currency: 'NOK' },
      creditorAgent: 'DEUTDEFF',
      remittanceInformationUnstructured: 'Invoice 1 Invoice 2',
      remittanceInformationUnstructuredArray: ['Invoice 1', 'Invoice 2'],
      remittanceInformationStructuredArray: [{ reference: '123456', referenceType: 'SCOR' }],
      currencyExchange: details.currencyExchange,
      purposeCode: 'SUPP',
      additionalInformationProprietaryArchiveReference: 'A1',
      additionalInformationProprietary2: 'B2',
    })
    assert.match(_links.transactionDetails.href, new RegExp(`/transactions/${transactionId}$`))
  })

  test('the details tell the same, under their own name', async () => {
    const { transaction, details: read } = await oneListed()
    const { _links: ofList, ...listed } = transaction
    const { _links, ...told } = read
    assert.deepEqual(told, listed)
    assert.deepEqual(_links.self, ofList.transactionDetails)
  })

  test('slim-transaction-list leaves to the details what the list no longer tells', async () => {
    const { transaction, details: read } = await oneListed(['slim-transaction-list'])
    assert.deepEqual(Object.keys(transaction).toSorted(), [
      ...['_links', 'bookingDate', 'creditorName', 'endToEndId', 'transactionAmount'],
      ...['transactionId', 'valueDate'],
    ])
    assert.equal(read.purposeCode, 'SUPP')
  })
})

describe('details', () => {
  const read = async (transactionId: string, wish?: Wish, id = account) => {
    const caller = await world.callerFor(person, wish)
    return sandbox.transactions.read(caller, {
      path: { id, transactionId },
      query: {} as never,
      body,
    })
  }
  const idAt = async (days: number) => {
    const day = daysAgo(days).toString()
    const { booked } = await list({ dateFrom: day, dateTo: day })
    return booked![0]!.transactionId
  }

  test('of what is older than 90 days need a session, and are refused without the PSU', async () => {
    const [recent, old] = [await idAt(90), await idAt(91)]
    assert.ok(await read(recent, { present: false, session: false }))
    await assert.rejects(read(old, { present: false }), { code: 'PERIOD_INVALID' })
    await assert.rejects(read(old, { session: false }), /SCA is needed/)
    assert.ok(await read(old))
  })

  test('of a pending transaction are told while it is pending', async () => {
    const { pending } = await list({ bookingStatus: 'pending' })
    const { transactionsDetails } = await read(pending![0]!.transactionId)
    assert.equal(transactionsDetails.bookingDate, undefined)
  })

  test('of an unknown transaction, or one of another account, are unknown', async () => {
    const other = await emptyAccount(world, person)
    const unknown = { code: 'RESOURCE_UNKNOWN' }
    const transactionId = await idAt(0)
    await assert.rejects(read(transactionId, undefined, other), unknown)
    for (const id of ['nonsense', account]) await assert.rejects(read(id), unknown)
  })
})
