import { systemRandom } from '../../kernel/random.ts'
import { nok, type PaymentWorld, paymentWorld, type Wish } from './execution.fixture.ts'

/** Worlds full of payments of every kind, all of them long due. */

export interface Counts {
  /** To an account at this bank, and to another bank. */
  here: number
  elsewhere: number
  /** In another currency, and for a fee. */
  abroad: number
  /** Without money, and to an account that is closed. */
  poor: number
  refused: number
  /** Of the bulk payment. */
  parts: number
}

export interface Filled {
  world: PaymentWorld
  counts: Counts
  bulk: string
  series: string
  /** What has left the payer's account, and what has come to the shop's, when all is done. */
  paid: bigint
  earned: bigint
}

/** So many executions has the periodic payment of each world. */
export const weeks = 3

export const settledIn = ({ here, elsewhere, abroad, parts }: Counts): number =>
  here + elsewhere + abroad + parts + weeks

/** Those that are settled take two steps, all others one. */
export const stepsIn = (counts: Counts): number =>
  2 * settledIn(counts) + counts.poor + counts.refused

/** Long ago, so that all of its batches have fallen due by the system's clock. */
const readyAt = Temporal.Instant.from('2026-01-05T09:00:00+01:00')

const abroad: Wish = {
  product: 'sepa-credit-transfers',
  amount: { minor: 100_00n, currency: 'EUR' },
  fee: nok(25_00n),
  body: { creditorAccount: { iban: 'DE89370400440532013000' } },
}
/** At 11.663 kroner for one euro. */
const paidAbroad = 1_166_30n + 25_00n

const weekly: Wish = {
  ...{ service: 'periodic-payments', approvedAt: readyAt, readyAt: null },
  nextOn: Temporal.PlainDate.from('2026-01-06'),
  body: {
    ...{ startDate: '2026-01-06', endDate: '2026-01-20' },
    ...{ frequency: 'Weekly', executionRule: 'following' },
  },
}

export async function fill(counts: Counts): Promise<Filled> {
  const world = await paymentWorld(10n ** 9n)
  await world.books((books) => books.changeAccount(world.savings.id, { status: 'closed' }))
  const to = ({ bban }: { bban: string }): Wish => ({ body: { creditorAccount: { bban } } })
  const many = (count: number, wish: Wish) =>
    Array.from({ length: count }, () => ({ ...wish, readyAt }))
  const [bulk, series] = [systemRandom.uuid(), systemRandom.uuid()]
  const parts = many(counts.parts, to(world.shop))
  await world.pay(
    ...many(counts.here, to(world.shop)),
    ...many(counts.elsewhere, {}),
    ...many(counts.abroad, abroad),
    ...many(counts.poor, { amount: nok(10n ** 15n) }),
    ...many(counts.refused, to(world.savings)),
    { id: bulk, service: 'bulk-payments', readyAt: null },
    ...parts.map((part, place) => ({ ...part, parentId: bulk, place })),
    { ...weekly, id: series },
  )
  const inNok = BigInt(settledIn(counts) - counts.abroad)
  return {
    ...{ world, counts, bulk, series },
    paid: inNok * 100_00n + BigInt(counts.abroad) * paidAbroad,
    earned: BigInt(counts.here + counts.parts) * 100_00n,
  }
}
