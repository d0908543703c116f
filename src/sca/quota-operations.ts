import type { Caller } from '../kernel/caller.ts'
import { inWorld, type Storage, type Transaction } from '../storage/storage.ts'
import type { Output } from '../wire/operation.ts'
import { toWireTime } from '../wire/sandbox-clock.ts'
import type { listQuotas } from '../wire/sandbox-quotas.ts'
import { callsMax, rateOf } from './rate.ts'
import { type CallsOfTpp, clearCallsOfTpp, readCallsOfTpp } from './unattended-rows.ts'

/** The sandbox shows the quotas and fills them up. */
export const createQuotaOperations = ({ storage }: { storage: Storage }) => ({
  async list({ world, tppId, now }: Caller): Promise<Output<typeof listQuotas>> {
    const rows = await inWorld(storage, world).rows(readCallsOfTpp, [tppId])
    return { quotas: rows.map((row) => toWire(row, now)) }
  },

  async clear({ world, tppId }: Caller, _input: unknown, tx: Transaction): Promise<undefined> {
    await inWorld(tx, world).run(clearCallsOfTpp, [tppId])
  },
})

export type QuotaOperations = ReturnType<typeof createQuotaOperations>

function toWire({ psuId, accountId, kind, calledAt }: CallsOfTpp, now: Temporal.Instant) {
  const { used, remaining: left, resetAt } = rateOf(calledAt, now)
  return {
    ...{ psuId, accountId, kind, limit: callsMax, used, left },
    ...(resetAt && { reset: toWireTime(resetAt) }),
  }
}
