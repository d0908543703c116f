import type { Caller } from '../../kernel/caller.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Random } from '../../kernel/random.ts'
import { type Queries, type Storage, statement, type Transaction } from '../../storage/storage.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type { forgetFault, listFaults, planFault, WireFault } from '../../wire/sandbox-faults.ts'
import { pathMatches } from './fault-path.ts'

/** What is to happen to a call. */
export interface Fault {
  id: string
  /** Whether the call is stopped before it does anything, or its answer afterwards. */
  moment: 'before' | 'after'
  status?: number
  code?: string
  delayMs?: number
  drop?: boolean
}

const faultsMax = 100

type Order = Input<typeof planFault>['body']

export const createFaults = ({ storage, random }: { storage: Storage; random: Random }) => ({
  /**
   * The fault that strikes this call, if one was planned; it then has one call less to strike. Each
   * is taken by an update of its own row, so that any number of processes together strike exactly
   * as often as planned.
   */
  async next(
    { tppId, requestId }: Pick<Caller, 'tppId' | 'requestId'>,
    method: string,
    path: string,
  ): Promise<Fault | undefined> {
    const planned = await storage.rows(readToCome, [tppId])
    const asked = method === 'HEAD' ? 'GET' : method
    const matching = planned.filter(
      (row) => (row.method === '*' || row.method === asked) && pathMatches(row.path, path),
    )
    if (matching.length === 0) return undefined
    const note = { actor: tppId, action: 'strike-fault', requestId }
    return storage.transaction(note, async (tx) => {
      for (const row of matching) {
        if ((await tx.run(takeOne, [tppId, row.id])) > 0) return faultOf(row)
      }
      return undefined
    })
  },

  async list({ tppId }: Caller): Promise<Output<typeof listFaults>> {
    const planned = await storage.rows(readToCome, [tppId])
    return { faults: planned.map(toWire) }
  },

  async plan(
    { tppId, now }: Caller,
    { body }: Input<typeof planFault>,
    tx: Transaction,
  ): Promise<Output<typeof planFault>> {
    requireEffect(body)
    await tx.run(forgetUsedUp, [tppId])
    const { method, path, status, code, delayMs, drop = false, moment = 'before', times = 1 } = body
    const row = await tx.row(insertFault, [
      ...([tppId, random.uuid(), method, path, moment, status ?? null, code ?? null] as const),
      ...([delayMs ?? null, drop, times, now, faultsMax] as const),
    ])
    if (!row) throw new Problem('CONFLICT', `There are ${faultsMax} faults already; delete some.`)
    return toWire(row)
  },

  async forget(
    { tppId }: Caller,
    { path }: Input<typeof forgetFault>,
    tx: Transaction,
  ): Promise<undefined> {
    if ((await tx.run(deleteFault, [tppId, path.id])) === 0) {
      throw new Problem('RESOURCE_UNKNOWN', 'There is no such fault to come.')
    }
  },
})

export type Faults = ReturnType<typeof createFaults>

export const forgetFaults = (tx: Queries, tppId: string): Promise<number> =>
  tx.run(deleteFaults, [tppId])

function requireEffect({ status, delayMs, drop, code }: Order): void {
  const path = 'body'
  if (status === undefined && delayMs === undefined && drop !== true) {
    throw refused({ path, text: 'says nothing to happen: give status, delayMs or drop' })
  }
  if (status !== undefined && drop === true) {
    throw refused({ path: 'body/drop', text: 'leaves no answer that could have a status' })
  }
  if (code !== undefined && status === undefined) {
    throw refused({ path: 'body/code', text: 'goes with a status' })
  }
}

const refused = (finding: { path: string; text: string }): Problem =>
  new Problem('FORMAT_ERROR', 'The fault cannot be planned:', { findings: [finding] })

interface Row {
  id: string
  method: WireFault['method']
  path: string
  moment: Fault['moment']
  status: number | null
  code: string | null
  delayMs: number | null
  drops: boolean
  times: number
  timesLeft: number
}

const faultOf = ({ id, moment, status, code, delayMs, drops }: Row): Fault => ({
  id,
  moment,
  ...(status !== null && { status }),
  ...(code !== null && { code }),
  ...(delayMs !== null && { delayMs }),
  ...(drops && { drop: true }),
})

function toWire(row: Row): WireFault {
  const { method, path, times, timesLeft } = row
  return { ...faultOf(row), method, path, times, timesLeft }
}

const columns = `id, method, path, moment, status, code, delay_ms as "delayMs", drops, times,
  times_left as "timesLeft"`

const readToCome = statement<[tppId: string], Row>(
  'fault-to-come',
  `select ${columns} from fault where tpp_id = $1 and times_left > 0 order by place`,
)

/** Another call may have taken the last one meanwhile; then this changes nothing. */
const takeOne = statement<[tppId: string, id: string]>(
  'fault-take-one',
  'update fault set times_left = times_left - 1 where tpp_id = $1 and id = $2 and times_left > 0',
)

const insertFault = statement<
  [
    ...[tppId: string, id: string, method: string, path: string, moment: string],
    ...[status: number | null, code: string | null, delayMs: number | null, drops: boolean],
    ...[times: number, at: Temporal.Instant, max: number],
  ],
  Row
>(
  'fault-insert',
  `insert into fault
     (tpp_id, id, method, path, moment, status, code, delay_ms, drops, times, times_left, planned_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11
   where (select count(*) from fault where tpp_id = $1) < $12::integer
   returning ${columns}`,
)

const forgetUsedUp = statement<[tppId: string]>(
  'fault-forget-used-up',
  'delete from fault where tpp_id = $1 and times_left = 0',
)

const deleteFaults = statement<[tppId: string]>(
  'fault-delete-all',
  'delete from fault where tpp_id = $1',
)

const deleteFault = statement<[tppId: string, id: string]>(
  'fault-delete',
  'delete from fault where tpp_id = $1 and id = $2 and times_left > 0',
)
