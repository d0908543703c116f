import { Problem } from '../../kernel/problem.ts'
import { type Storage, statement } from '../../storage/storage.ts'
import { emptyWorld } from './world-content.ts'
import { shutWorld } from './world-row.ts'

const idleHours = 7 * 24

/** More than one, so that calls which came at the same moment and went over are made up for. */
const forgottenAtOnce = 3

/**
 * Before a world is made. Anybody may ask for a certificate and so for a world: in a full sandbox
 * those that nobody uses give way. Calls of the same moment may go over by as many as they are.
 */
export async function makeRoom(
  storage: Storage,
  worldsMax: number,
  realNow: Temporal.Instant,
): Promise<void> {
  const { count = 0n } = (await storage.row(countWorlds, [])) ?? {}
  if (count < BigInt(worldsMax)) return
  const before = realNow.subtract({ hours: idleHours })
  const idle = await storage.rows(readIdle, [before, forgottenAtOnce])
  if (idle.length === 0) {
    const text = `This sandbox holds ${worldsMax} banks, and all of them are in use. Try again another day, or ask whoever runs it for more room.`
    throw new Problem('SERVICE_UNAVAILABLE', text, { headers: { 'Retry-After': '86400' } })
  }
  const excess = Number(count) - worldsMax + 1
  for (const world of idle.slice(0, excess)) await forget(storage, world)
}

async function forget(storage: Storage, { id, owner }: IdleWorld): Promise<void> {
  const note = { actor: 'nordgate', action: 'forget-world', requestId: null, details: { owner } }
  await storage.transaction(note, async (tx) => {
    await shutWorld(tx, id)
    await emptyWorld(tx, id)
    await tx.run(deleteWorld, [id])
  })
}

interface IdleWorld {
  id: bigint
  owner: string
}

const countWorlds = statement<[], { count: bigint }>(
  'world-count-all',
  'select count(*) from world',
)

/** The latest call of its TPP is in the timeline, however long ago that was. */
const readIdle = statement<[before: Temporal.Instant, limit: number], IdleWorld>(
  'world-read-idle',
  `select id, owner from (
     select id, owner, coalesce(
       (select at from request_log where tpp_id = owner order by request_log.id desc limit 1),
       created_at) as used_at
     from world) as world_use
   where used_at < $1 order by used_at limit $2`,
)

const deleteWorld = statement<[world: bigint]>('world-delete', 'delete from world where id = $1')
