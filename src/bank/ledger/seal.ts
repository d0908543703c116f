import { setTimeout as delay } from 'node:timers/promises'
import {
  acrossWorlds,
  inWorld,
  type Queries,
  type Storage,
  statement,
  worldStatement,
} from '../../storage/storage.ts'

const transactionsPerBlock = 1_000
const settlingMs = 5
const settlingMaxMs = 1_000

/**
 * Adds what was committed to the world's hash chain and says how many transactions that were. No
 * write waits for it: it goes over what lies behind, up to a number below which nothing can come.
 */
export async function sealLedger(
  storage: Storage,
  world: bigint,
  at: Temporal.Instant,
): Promise<bigint> {
  const through = await settledThrough(storage)
  let sealed = 0n
  for (;;) {
    const block = await storage.transaction(note(world), async (tx) => {
      // Two that seal at once would both take the same number.
      await tx.row(lockChain, [world])
      return inWorld(tx, world).row(sealBlock, [through, BigInt(transactionsPerBlock), at])
    })
    sealed += block?.transactions ?? 0n
    if (!block || block.transactions < BigInt(transactionsPerBlock)) return sealed
  }
}

/** Seals whatever waits to be sealed, in every world; for a task that runs now and then. */
export async function sealLedgers(storage: Storage, at: Temporal.Instant): Promise<void> {
  for (const { world } of await storage.rows(worldsToSeal, [])) await sealLedger(storage, world, at)
}

const worldsToSeal = acrossWorlds<[], { world: bigint }>(
  'sealing is the bank’s own task, in every world alike',
  'ledger-worlds-to-seal',
  `select world.id as world from world where exists (
     select from ledger_transaction t where t.world_id = world.id and t.seq > coalesce((
       select b.last_seq from ledger_block b where b.world_id = world.id
       order by b.number desc limit 1), 0))`,
)

const note = (world: bigint) => ({
  actor: 'nordgate',
  action: 'seal-ledger',
  requestId: null,
  details: { world: String(world) },
})

/**
 * Numbers are drawn in order but committed in any. Whoever drew one had its xid by then; so when
 * all xids that were there after the last number was read have ended, all numbers up to it are
 * either committed or lost for good. Zero while somebody's long transaction keeps us from knowing.
 */
async function settledThrough(queries: Queries): Promise<bigint> {
  const last = await queries.row(readLastNumber, [])
  const seen = await queries.row(readNextXid, [])
  for (let waited = 0; waited < settlingMaxMs; waited += settlingMs) {
    const ended = await queries.row(readAllEnded, [seen!.xid])
    if (ended?.all) return last!.number
    await delay(settlingMs)
  }
  return 0n
}

const readLastNumber = statement<[], { number: bigint }>(
  'ledger-last-number',
  'select last_value as number from ledger_seq',
)

const readNextXid = statement<[], { xid: string }>(
  'ledger-next-xid',
  'select pg_snapshot_xmax(pg_current_snapshot())::text as xid',
)

const readAllEnded = statement<[xid: string], { all: boolean }>(
  'ledger-xids-ended',
  'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as all',
)

const lockChain = statement<[world: bigint], { locked: string }>(
  'ledger-chain-lock',
  `select pg_advisory_xact_lock(hashtextextended('nordgate ledger chain', $1))::text as locked`,
)

/** Everything of a transaction and its entries, as text that two different rows never share. */
export const sealedText = `jsonb_build_array(t.seq, t.id, t.kind,
  t.entered_at at time zone 'UTC', t.value_date, t.end_to_end_id, t.details, (
    select jsonb_agg(jsonb_build_array(e.line, e.account_id, e.internal, e.amount, e.currency,
      e.booking_date, e.invoiced) order by e.line)
    from ledger_entry e where e.world_id = $1 and e.transaction_seq = t.seq))`

const sealBlock = worldStatement<
  [through: bigint, transactionsMax: bigint, at: Temporal.Instant],
  { transactions: bigint }
>(
  'ledger-seal-block',
  `with last as (
     select b.number, b.last_seq, b.hash from ledger_block b where b.world_id = $1
     order by b.number desc limit 1
   ), part as (
     select t.seq, ${sealedText} as content from ledger_transaction t
     where t.world_id = $1 and t.seq > coalesce((select last_seq from last), 0) and t.seq <= $2
     order by t.seq limit $3
   )
   insert into ledger_block (world_id, number, last_seq, transactions, entries, hash, sealed_at)
   select $1, coalesce((select number from last), 0) + 1, max(part.seq), count(*),
     sum(coalesce(jsonb_array_length(nullif(part.content -> 7, 'null')), 0)),
     sha256(coalesce((select hash from last), '') ||
       convert_to(string_agg(part.content::text, E'\\n' order by part.seq), 'UTF8')), $4
   from part having count(*) > 0
   returning transactions`,
)
