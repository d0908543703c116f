import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { WireTransaction } from '../wire/transactions.ts'
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
const { transactions } = informationOver(storage)
const world = await aisWorld(storage, 'PSDNO-FSA-PAGES')
const person = world.people.find(({ type }) => type === 'PRIVATE')!

const listOf = async (id: string, query: ListQuery, wish?: Wish) => {
  const caller = await world.callerFor(person, wish)
  const ask = { path: { id }, query, body: undefined as never }
  return (await transactions.list(caller, ask)).transactions
}

const pageOf = async (id: string, query: ListQuery) => {
  const page = await listOf(id, query)
  const ids = [...(page.pending ?? []), ...(page.booked ?? [])].map(idOf)
  return { ids, links: page._links }
}

const idOf = ({ transactionId }: WireTransaction) => transactionId

async function filled(count: number, status: 'booked' | 'pending' = 'booked') {
  const id = await emptyAccount(world, person)
  await arrive(id, count, status)
  return id
}

const arrive = (id: string, count: number, status: 'booked' | 'pending', daysBack = 5) =>
  world.within((books) =>
    books.enter(
      Array.from({ length: count }, (_, place) =>
        entry(id, BigInt(place + 1), {
          status,
          bookingDate: today.subtract({ days: place % (daysBack + 1) }),
        }),
      ),
      world.caller.now,
    ),
  )

describe('links', () => {
  test('the only page has links to the first and the last, and to no other', async () => {
    const { links } = await pageOf(await filled(3), { limit: 3 })
    assert.deepEqual(Object.keys(links), ['account', 'first', 'last'])
  })

  test('links keep what was asked for', async () => {
    const asked = {
      bookingStatus: 'booked',
      dateFrom: '2026-10-01',
      dateTo: '2026-11-12',
      limit: 2,
    } as const
    const id = await filled(5)
    const middle = await pageOf(id, { ...asked, offset: 2 })
    for (const name of ['first', 'next', 'previous', 'last'] as const) {
      const { offset: _, cursor: __, ...kept } = queryOf(middle.links[name]!.href)
      assert.deepEqual(kept, asked, name)
      assert.deepEqual(middle.links[name]!.verbs, ['GET'])
    }
    assert.equal(queryOf(middle.links.next!.href).offset, 4)
    assert.equal(queryOf(middle.links.previous!.href).offset, 0)
  })

  test('the links that lead on through a list belong to it, and those to what is new do not', async () => {
    const id = await filled(9)
    const belonging = async (query: ListQuery, goesOn: boolean) => {
      const listing = { goesOn, passFor: (page: object) => JSON.stringify(page) }
      const { account: _, ...pages } = (await listOf(id, query, { present: false, listing }))._links
      return Object.entries(pages).flatMap(([name, { href }]) => {
        const { listing: pass, ...page } = queryOf(href)
        if (pass !== undefined) assert.deepEqual(JSON.parse(String(pass)), page)
        return pass === undefined ? [] : [name]
      })
    }
    const { links } = await pageOf(id, { limit: 3 })
    const second = queryOf(links.next!.href)
    const third = queryOf((await pageOf(id, second)).links.next!.href)
    assert.deepEqual(await belonging({ limit: 3 }, false), ['next', 'last'])
    assert.deepEqual(await belonging(second, true), ['next', 'previous', 'last'])
    assert.deepEqual(await belonging(third, true), ['previous', 'last'])
    assert.deepEqual(await belonging({ limit: 3, offset: 2 }, false), ['next', 'last'])
    assert.deepEqual(await belonging({ limit: 3, cursor: 'last' }, true), ['last'])
    assert.deepEqual(await belonging({ limit: 9 }, false), [])
    assert.deepEqual(await belonging({ limit: 9, offset: 9 }, false), [])
    // How far a page is, is not believed of a caller.
    assert.deepEqual(await belonging({ ...second, offset: 1000 }, false), ['next', 'last'])
  })

  test('the last page is full, and goes back to the first', async () => {
    const id = await filled(7)
    const whole = (await pageOf(id, {})).ids
    const first = await pageOf(id, { limit: 3 })
    const last = await pageOf(id, queryOf(first.links.last.href))
    assert.deepEqual(last.ids, whole.slice(4))
    assert.equal(last.links.next, undefined)
    const middle = await pageOf(id, queryOf(last.links.previous!.href))
    assert.deepEqual(middle.ids, whole.slice(1, 4))
    const top = await pageOf(id, queryOf(middle.links.previous!.href))
    assert.deepEqual(top.ids, whole.slice(0, 1))
    assert.equal(top.links.previous, undefined)
    assert.equal(queryOf(top.links.next!.href).offset, 1)
  })

  test('an offset beyond the end shows nothing and leads back to the last page', async () => {
    const id = await filled(2)
    const beyond = await pageOf(id, { limit: 2, offset: 9 })
    assert.deepEqual(beyond.ids, [])
    assert.equal(beyond.links.next, undefined)
    const back = await pageOf(id, queryOf(beyond.links.previous!.href))
    assert.equal(back.ids.length, 2)
  })

  test('a cursor of another account is refused, and what is none as well', async () => {
    const [id, other] = [await filled(2), await filled(2)]
    const foreign = (await pageOf(other, {})).ids[0]
    await assert.rejects(pageOf(id, { cursor: `after-${foreign}` }), { code: 'FORMAT_ERROR' })
  })
})

describe('turning pages while transactions arrive', () => {
  const step = fc.record({
    arriving: fc.integer({ min: 0, max: 4 }),
    status: fc.constantFrom('booked', 'pending'),
    limit: fc.integer({ min: 1, max: 7 }),
  })

  test('nothing that was there is lost, nothing is shown twice, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom('booked', 'pending', 'both', 'all'),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (booked, pending, bookingStatus, steps) => {
          const id = await filled(booked)
          await arrive(id, pending, 'pending')
          const before = (await pageOf(id, { bookingStatus, limit: 1000 })).ids
          const { limit } = steps[0]!
          const seen: string[] = []
          let page = await pageOf(id, { bookingStatus, limit })
          for (let turn = 0; ; turn++) {
            seen.push(...page.ids)
            const next = page.links.next?.href
            if (next === undefined) break
            const { arriving, status } = steps[turn % steps.length]!
            // Today's, as what really arrives: nobody books into last week.
            if (turn < steps.length) await arrive(id, arriving, status, 0)
            page = await pageOf(id, queryOf(next))
          }
          assert.equal(new Set(seen).size, seen.length)
          const known = new Set(before)
          assert.deepEqual(
            seen.filter((each) => known.has(each)),
            before,
          )
        },
      ),
      { numRuns: 25 },
    )
  })

  test('back from the last page everything is met once, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 6 }),
        async (booked, pending, limit) => {
          const id = await filled(booked)
          await arrive(id, pending, 'pending')
          const whole = (await pageOf(id, { bookingStatus: 'both', limit: 1000 })).ids
          const first = await pageOf(id, { bookingStatus: 'both', limit })
          let page = await pageOf(id, queryOf(first.links.last.href))
          let seen = page.ids
          while (page.links.previous) {
            page = await pageOf(id, queryOf(page.links.previous.href))
            seen = [...page.ids, ...seen]
          }
          assert.deepEqual(seen, whole)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('one that is booked while pages are turned is met all the same', async () => {
    const [id, other] = [await filled(4), await emptyAccount(world, person)]
    const creditor = await world.bank.account(other)
    assert(creditor.ok)
    const references = ['r1', 'r2', 'r3'].map((name) => `${name} ${id}`)
    const money = { minor: 1n, currency: 'NOK' } as const
    const orders = references.map((reference) => ({
      ...{ reference, debtorAccountId: id, debit: money, credit: money, details: {} },
      ...{ creditorAccount: { iban: creditor.value.iban }, endToEndId: reference },
    }))
    await world.paying((bank) => bank.reserve(orders, world.caller.now))
    const first = await listOf(id, { bookingStatus: 'both', limit: 1 })
    const seen = [...first.pending!]
    // The one that comes last among the pending ones, and would have been on the third page.
    await world.paying((bank) => bank.book([references[0]!], world.caller.now))
    for (let next = first._links.next; next; ) {
      const page = await listOf(id, queryOf(next.href))
      seen.push(...page.pending!, ...page.booked!)
      next = page._links.next
    }
    const met = seen.flatMap(({ endToEndId }) => endToEndId ?? [])
    assert.deepEqual(met.toSorted(), references.toSorted())
    assert.equal(seen.length, 7)
  })
})
