import assert from 'node:assert/strict'
import type { StandingParameters, StandingRow } from '../../sca/sca.ts'
import {
  inWorld,
  type Storage,
  type Transaction,
  type WorldQueries,
} from '../../storage/storage.ts'
import { makeRoom } from './make-room.ts'
import { emptyWorld } from './world-content.ts'
import {
  aheadOf,
  holdWorld,
  insertWorld,
  lockWorldAlone,
  readWorld,
  readWorldAndStanding,
  type WorldRow,
} from './world-row.ts'

/** A TPP's own bank, and what its clock shows. */
export interface World {
  id: bigint
  now: Temporal.Instant
}

export interface EnteredWorld extends World {
  /** Whether the TPP has planned faults for its next calls. */
  faultsPlanned: boolean
}

/** Puts the initial state into an empty world, and tells what it made. */
export type FillWorld<Initial> = (world: WorldQueries, now: Temporal.Instant) => Promise<Initial>

export interface WorldsParts<Initial> {
  storage: Storage
  fill: FillWorld<Initial>
  /** One world for all TPPs instead of one for each. */
  shared: boolean
  /** As many as there may be; without end when left out. */
  worldsMax?: number
}

export type Worlds<Initial = unknown> = ReturnType<typeof createWorlds<Initial>>

const ownerOfShared = '*'

/** A world keeps its id until it is forgotten, which is found out by looking for it. */
const knownMax = 10_000

export function createWorlds<Initial>(parts: WorldsParts<Initial>) {
  const { storage, fill, shared, worldsMax } = parts

  /**
   * Exactly once, however many processes meet the TPP's first call: an insert of the same owner
   * waits for the one that is under way, and makes the world only if that one failed.
   */
  async function create(owner: string, realNow: Temporal.Instant): Promise<WorldRow> {
    if (worldsMax !== undefined) await makeRoom(storage, worldsMax, realNow)
    const note = { actor: owner, action: 'create-world', requestId: null }
    const created = await storage.transaction(note, async (tx) => {
      const row = await tx.row(insertWorld, [owner, realNow])
      if (row) await fill(inWorld(tx, row.id), realNow)
      return row
    })
    const world = created ?? (await storage.row(readWorld, [owner, owner]))
    assert(world, `World ${owner} was neither made nor found.`)
    return world
  }

  const known = new Map<string, WorldQueries>()

  function remember(owner: string, id: bigint): void {
    if (known.get(owner)?.world === id) return
    if (known.size >= knownMax) known.clear()
    known.set(owner, inWorld(storage, id))
  }

  /** The caller's world, made and filled when this is its first call. Nothing is locked. */
  async function enter(tppId: string, realNow: Temporal.Instant): Promise<EnteredWorld> {
    const owner = shared ? ownerOfShared : tppId
    const found = await storage.row(readWorld, [owner, tppId])
    const { id, aheadMs } = found ?? (await create(owner, realNow))
    remember(owner, id)
    return { id, now: aheadOf(realNow, aheadMs), faultsPlanned: found?.faultsPlanned ?? false }
  }

  return {
    enter,

    /**
     * The same for a call about a PSU, with how the TPP stands with that one: in one statement
     * when the world's id is known, since each call pays for it.
     */
    async enterWithPsu(
      tppId: string,
      realNow: Temporal.Instant,
      asked: StandingParameters,
    ): Promise<EnteredWorld & { standing: StandingRow }> {
      const owner = shared ? ownerOfShared : tppId
      const found = await known.get(owner)?.row(readWorldAndStanding, asked)
      // Not known here, or forgotten since: entering it makes it anew.
      const row =
        found ??
        (await inWorld(storage, (await enter(tppId, realNow)).id).row(readWorldAndStanding, asked))
      assert(row, `World ${owner} is gone.`)
      const { id, aheadMs, faultsPlanned } = row
      return { id, now: aheadOf(realNow, aheadMs), faultsPlanned, standing: row }
    },

    /**
     * For a transaction that writes: from here until its end the world is neither reset nor
     * restored under its feet, and this is the time it goes by. Whoever resets or restores it
     * holds it alone from the start: two who first hold it among others wait for each other.
     */
    async hold(
      tx: Transaction,
      { world, realNow }: { world: bigint; realNow: Temporal.Instant },
      how: 'among-others' | 'alone' = 'among-others',
    ): Promise<World> {
      const lock = how === 'alone' ? lockWorldAlone : holdWorld
      return { id: world, now: aheadOf(realNow, await lock(tx, world)) }
    },

    /**
     * Everything in the world is gone and the initial state is back; its clock goes on. The
     * transaction holds the world alone.
     */
    async reset(tx: Transaction, world: bigint, now: Temporal.Instant): Promise<Initial> {
      await emptyWorld(tx, world)
      return fill(inWorld(tx, world), now)
    },
  }
}
