import { Problem } from '../kernel/problem.ts'
import { type WorldQueries, type WorldStatement, worldStatement } from '../storage/storage.ts'

/** How many of each a world takes, by the names of the settings. */
export interface RoomBounds {
  worldPayments: number
  worldBaskets: number
  worldAuthorisations: number
}

type What = 'payments' | 'baskets' | 'authorisations'

export interface Room {
  /** Before they are written; refuses what there is no room for. */
  take(world: WorldQueries, what: What, adding?: number): Promise<void>
}

/** Other processes may serve the same world, so each takes a part of the room and counts again. */
const share = 4

/**
 * Counting on each creation would cost more than the creation. So a world is counted when it is first
 * seen, and again when a part of the room that it had then is used up: rarely while there is much,
 * each time when there is little. Nothing is refused that was not counted just now; what comes at the
 * same moment elsewhere, and what a restored snapshot brings along, may go over the bound.
 */
export function createRoom(bounds: RoomBounds, { worldsMax }: { worldsMax: number }): Room {
  const uncounted = new Map<string, number>()
  const keysMax = worldsMax * Object.keys(counts).length
  return {
    async take(world, what, adding = 1) {
      const key = `${world.world} ${what}`
      const left = (uncounted.get(key) ?? 0) - adding
      if (left >= 0) {
        uncounted.set(key, left)
        return
      }
      const most = bounds[boundOf[what]]
      const there = Number((await world.row(counts[what], [most]))?.there)
      if (there + adding > most) throw isFull(what, most)
      if (uncounted.size >= keysMax) uncounted.clear()
      uncounted.set(key, Math.floor((most - there - adding) / share))
    },
  }
}

const boundOf = {
  payments: 'worldPayments',
  baskets: 'worldBaskets',
  authorisations: 'worldAuthorisations',
} as const satisfies Record<What, keyof RoomBounds>

const isFull = (what: What, most: number): Problem =>
  new Problem(
    'CONFLICT',
    `There is no room for more ${what} in your sandbox; it holds ${most}. ` +
      'POST /v1/sandbox/initialize begins anew.',
  )

type Count = WorldStatement<[most: number], { there: bigint }>

const counting = (name: string, rows: string): Count =>
  worldStatement(name, `select count(*) as there from (select 1 from ${rows} limit $2) found`)

const counts: Record<What, Count> = {
  payments: counting('payments-count', 'payment p where p.world_id = $1'),
  baskets: counting('baskets-count', 'basket b where b.world_id = $1'),
  authorisations: counting(
    'authorisations-count',
    'sca_link l where l.world_id = $1 and l.subject_id is not null',
  ),
}
