import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { KeptDetails } from './kept-details.ts'

export interface NewReservation {
  id: string
  accountId: string
  amount: Money
  reservedOn: Temporal.PlainDate
  valueDate: Temporal.PlainDate
  endToEndId: string | undefined
  details: KeptDetails
}

/** Only the rows; the balances are `post`'s. */
export async function insertReservations(
  world: WorldQueries,
  reservations: readonly NewReservation[],
  at: Temporal.Instant,
): Promise<void> {
  if (reservations.length === 0) return
  await world.run(insertRows, [
    at,
    reservations.map(({ id }) => id),
    reservations.map(({ accountId }) => accountId),
    reservations.map(({ amount }) => amount.minor),
    reservations.map(({ amount }) => amount.currency),
    reservations.map(({ reservedOn }) => reservedOn),
    reservations.map(({ valueDate }) => valueDate),
    reservations.map(({ endToEndId }) => endToEndId ?? null),
    reservations.map(({ details }) => JSON.stringify(details)),
  ])
}

export async function endReservations(
  world: WorldQueries,
  ids: readonly string[],
  at: Temporal.Instant,
): Promise<void> {
  if (ids.length > 0) await world.run(endRows, [at, ids])
}

const insertRows = worldStatement<
  [
    at: Temporal.Instant,
    ids: string[],
    accountIds: string[],
    amounts: bigint[],
    currencies: Currency[],
    reservedOn: Temporal.PlainDate[],
    valueDates: Temporal.PlainDate[],
    endToEndIds: (string | null)[],
    details: string[],
  ]
>(
  'reservations-insert',
  `insert into reservation (world_id, id, account_id, amount, currency, reserved_on, value_date,
     entered_at, end_to_end_id, details)
   select $1, r.id, r.account_id, r.amount, r.currency, r.reserved_on, r.value_date, $2,
     r.end_to_end_id, r.details::jsonb
   from unnest((select $3::uuid[]), (select $4::uuid[]), (select $5::bigint[]), (select $6::text[]), (select $7::date[]), (select $8::date[]),
     (select $9::text[]), (select $10::text[]))
     as r (id, account_id, amount, currency, reserved_on, value_date, end_to_end_id, details)`,
)

const endRows = worldStatement<[at: Temporal.Instant, ids: readonly string[]]>(
  'reservations-end',
  `update reservation r set ended_at = $2
   where r.world_id = $1 and r.id = any($3::uuid[]) and r.ended_at is null`,
)
