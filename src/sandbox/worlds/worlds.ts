import assert from 'node:assert/strict'
import type { Standing, StandingQuestion } from '../../sca/sca.ts'
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
  type EnteredRow,
  holdWorld,
  insertWorld,
  lockWorldAlone,
  readEntered,
  readWorld,
  shareWorld,
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
  /** Where the call is about a PSU. */
  standing?: Standing
  /** Of the register of its bank, where the world is held and so neither reset nor restored. */
  edition?: string | undefined
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

  const knownWorlds = new Map<string, WorldQueries>()

  function remember(owner: string, id: bigint): void {
    if (knownWorlds.get(owner)?.world === id) return
    if (knownWorlds.size >= knownMax) knownWorlds.clear()
    knownWorlds.set(owner, inWorld(storage, id))
  }

  const ownerFor = (tppId: string): string => (shared ? ownerOfShared : tppId)

  async function findOrMake(tppId: string, realNow: Temporal.Instant): Promise<EnteredRow> {
    const owner = ownerFor(tppId)
    const row = (await storage.row(readWorld, [owner, tppId])) ?? {
      ...(await create(owner, realNow)),
      faultsPlanned: false,
    }
    remember(owner, row.id)
    return row
  }

  return {
    /**
     * The caller's world, made and filled when this is its first call. Nothing is locked. For a call
     * about a PSU, along with how the TPP stands with them: in one statement when the world's id is
     * known, since each call pays for it.
     */
    async enter(
      tppId: string,
      realNow: Temporal.Instant,
      question?: StandingQuestion,
    ): Promise<EnteredWorld> {
      if (!question) return entered(await findOrMake(tppId, realNow), realNow)
      const known = knownWorlds.get(ownerFor(tppId))
      const row = known && (await readEntered(known, tppId, question))
      if (row) return entered(row, realNow)
      // Not known here, or forgotten since.
      const { id } = await findOrMake(tppId, realNow)
      const made = await readEntered(inWorld(storage, id), tppId, question)
      assert(made, `World ${id} is gone.`)
      return entered(made, realNow)
    },

    /**
     * To enter and to hold it, in one wait. Undefined when it is not known here, or gone: then it has
     * to be entered first.
     */
    async enterHeld(
      tx: Transaction,
      tppId: string,
      realNow: Temporal.Instant,
      question?: StandingQuestion,
    ): Promise<EnteredWorld | undefined> {
      const world = knownWorlds.get(ownerFor(tppId))?.world
      if (world === undefined) return undefined
      const [, row] = await Promise.all([
        shareWorld(tx, world),
        readEntered(inWorld(tx, world), tppId, question),
      ])
      return row && { ...entered(row, realNow), edition: row.edition ?? undefined }
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

const entered = (
  row: EnteredRow | (EnteredRow & Standing),
  realNow: Temporal.Instant,
): EnteredWorld => ({
  id: row.id,
  now: aheadOf(realNow, row.aheadMs),
  faultsPlanned: row.faultsPlanned,
  ...('psuId' in row && { standing: row }),
})
