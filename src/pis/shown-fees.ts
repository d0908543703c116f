import { type WorldQueries, worldStatement } from '../storage/storage.ts'
import type { Payable, Whole } from './payable.ts'
import type { Payment } from './payment.ts'

/**
 * A fee that could not be told when the payment was made is told to whoever approves, and stays
 * from then on: what they approve is what they saw.
 */
export async function keepShownFees(
  world: WorldQueries,
  wholes: readonly Whole[],
  shown: readonly Payable[],
): Promise<void> {
  const untold = new Set(
    wholes.filter(({ payment }) => payment.fee === null).map(({ payment }) => payment.id),
  )
  const told = shown
    .filter(({ payment }) => untold.has(payment.id))
    .flatMap(({ payment, parts }) => [payment, ...parts])
    .filter(isTold)
  if (told.length === 0) return
  await world.run(keepFees, [
    told.map(({ id }) => id),
    told.map(({ fee }) => fee.minor),
    told.map(({ fee }) => fee.currency),
  ])
}

type Told = Payment & { fee: NonNullable<Payment['fee']> }

const isTold = (payment: Payment): payment is Told => payment.fee !== null

const keepFees = worldStatement<[ids: string[], fees: bigint[], currencies: string[]]>(
  'payment-keep-fees',
  `update payment p set fee = told.fee, fee_currency = told.currency
   from unnest($2::uuid[], $3::bigint[], $4::text[]) as told (id, fee, currency)
   where p.world_id = $1 and p.id = told.id and p.fee_currency is null`,
)
