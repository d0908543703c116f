import type { Clock } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Random } from '../../kernel/random.ts'
import { inWorld, type Storage, type Transaction, worldStatement } from '../../storage/storage.ts'
import type { Input, Output } from '../../wire/operation.ts'
import { toWireTime } from '../../wire/sandbox-clock.ts'
import {
  type deleteSnapshot,
  type listSnapshots,
  type restoreSnapshot,
  snapshotRowsMax,
  snapshotsMax,
  type takeSnapshot,
} from '../../wire/sandbox-snapshots.ts'
import type { WorldCaller } from '../data/own-books.ts'
import { copyContent, countContent, emptyWorld, putBackContent } from './world-content.ts'
import { aheadOf, lockWorld, replaceClock } from './world-row.ts'

export interface SnapshotsParts {
  storage: Storage
  clock: Clock
  random: Random
}

export type Snapshots = ReturnType<typeof createSnapshots>

/** The caller's world, kept and brought back as a whole. */
export const createSnapshots = ({ storage, clock, random }: SnapshotsParts) => ({
  async take(
    { world: id, now }: WorldCaller,
    { body }: Input<typeof takeSnapshot>,
    tx: Transaction,
  ): Promise<Output<typeof takeSnapshot>> {
    const aheadMs = await lockWorld(tx, id)
    const world = inWorld(tx, id)
    const rows = await countContent(tx, id)
    requireSpace((await world.rows(listAll, [])).length, rows)
    const snapshot = { id: random.uuid(), name: body?.name ?? null, takenAt: now }
    await world.run(insertSnapshot, [snapshot.id, snapshot.name, now, aheadMs, rows])
    await copyContent(tx, id, snapshot.id)
    return toWireSnapshot(snapshot)
  },

  async list({ world }: WorldCaller): Promise<Output<typeof listSnapshots>> {
    const snapshots = await inWorld(storage, world).rows(listAll, [])
    return { snapshots: snapshots.map(toWireSnapshot) }
  },

  /** The transaction holds the world alone. */
  async restore(
    { world: id }: WorldCaller,
    { path }: Input<typeof restoreSnapshot>,
    tx: Transaction,
  ): Promise<Output<typeof restoreSnapshot>> {
    const snapshot = await inWorld(tx, id).row(readSnapshot, [path.id])
    if (!snapshot) throw unknown()
    await emptyWorld(tx, id)
    await putBackContent(tx, id, snapshot.id)
    await tx.run(replaceClock, [id, snapshot.aheadMs])
    return {
      ...toWireSnapshot(snapshot),
      now: toWireTime(aheadOf(clock.now(), snapshot.aheadMs)),
    }
  },

  async delete(
    { world }: WorldCaller,
    { path }: Input<typeof deleteSnapshot>,
    tx: Transaction,
  ): Promise<undefined> {
    if ((await inWorld(tx, world).run(deleteOne, [path.id])) === 0) throw unknown()
  },
})

/** Another world's snapshot is answered like one that does not exist. */
const unknown = (): Problem => new Problem('RESOURCE_UNKNOWN', 'There is no such snapshot.')

function requireSpace(snapshots: number, rows: bigint): void {
  if (snapshots >= snapshotsMax) {
    const text = `There are ${snapshots} snapshots, which is all a world keeps; delete one first.`
    throw new Problem('CONFLICT', text)
  }
  if (rows > snapshotRowsMax) {
    const text = `The world has ${rows} rows; a snapshot holds up to ${snapshotRowsMax}.`
    throw new Problem('CONFLICT', text)
  }
}

interface SnapshotRow {
  id: string
  name: string | null
  takenAt: Temporal.Instant
}

const toWireSnapshot = ({ id, name, takenAt }: SnapshotRow) => ({
  id,
  ...(name !== null && { name }),
  takenAt: toWireTime(takenAt),
})

const listAll = worldStatement<[], SnapshotRow>(
  'snapshot-list',
  `select s.id, s.name, s.taken_at as "takenAt" from snapshot s where s.world_id = $1
   order by s.place desc`,
)

const readSnapshot = worldStatement<[id: string], SnapshotRow & { aheadMs: bigint }>(
  'snapshot-read',
  `select s.id, s.name, s.taken_at as "takenAt", s.clock_ahead_ms as "aheadMs"
   from snapshot s where s.world_id = $1 and s.id = $2`,
)

const insertSnapshot = worldStatement<
  [id: string, name: string | null, takenAt: Temporal.Instant, aheadMs: bigint, rows: bigint]
>(
  'snapshot-insert',
  `insert into snapshot (world_id, id, name, taken_at, clock_ahead_ms, row_count)
   values ($1, $2, $3, $4, $5, $6)`,
)

const deleteOne = worldStatement<[id: string]>(
  'snapshot-delete',
  'delete from snapshot where snapshot.world_id = $1 and snapshot.id = $2',
)
