import type { Currency } from '../../kernel/currency.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import { textArray } from './array-text.ts'
import type { ExecutionState } from './executions.ts'
import type { KeptOrder } from './kept-order.ts'

/** What the bank knows of a payment before it is opened: the payment itself, and its creditor. */
export interface KnownParts {
  known: KnownExecution | undefined
  creditor: Creditor | undefined
}

/** As much of it as an answer needs. */
export interface KnownExecution {
  state: ExecutionState
  payment: KeptOrder
  reservationId: string | null
  debtorTransactionId: string | null
}

export interface Creditor {
  id: string
  iban: string
  currency: Currency
  kidRequired: boolean
}

/** In the order of the questions, and in one question. */
export async function knownParts(
  world: WorldQueries,
  asked: readonly { reference: string; bban: string | undefined }[],
): Promise<KnownParts[]> {
  const rows = await world.rows(readParts, [
    textArray(asked.map(({ reference }) => reference)),
    textArray(asked.map(({ bban }) => bban ?? null)),
  ])
  return rows.map((row) => ({
    known: row.state === null ? undefined : { ...row, state: row.state },
    creditor: row.id === null ? undefined : { ...row, id: row.id },
  }))
}

type PartsRow = Omit<KnownExecution, 'state'> & { state: ExecutionState | null } & Omit<
    Creditor,
    'id'
  > & { id: string | null }

const readParts = worldStatement<[references: string, bbans: string], PartsRow>(
  'payments-known-parts',
  `select p.state, p.payment, p.reservation_id as "reservationId",
     p.debtor_transaction_id as "debtorTransactionId",
     a.id, a.iban, a.currency, a.kid_required as "kidRequired"
   from unnest((select $2::text[]), (select $3::text[])) with ordinality as o (reference, bban, place)
     left join lateral (
       select p.state, p.payment, p.reservation_id, p.debtor_transaction_id
       from payment_execution p where p.world_id = $1 and p.reference = o.reference limit 1
     ) as p on true
     left join lateral (
       select a.id, a.iban, a.currency, a.kid_required
       from account a where a.world_id = $1 and a.bban = o.bban limit 1
     ) as a on true
   order by o.place`,
)
