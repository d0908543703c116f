import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom as random } from '../kernel/random.ts'
import { openSandboxStorage, sandboxWorld } from '../sandbox/data/sandbox-world.fixture.ts'
import { emptyWorld } from '../sandbox/worlds/world-content.ts'
import { lockWorldAlone } from '../sandbox/worlds/world-row.ts'
import { inWorld } from '../storage/storage.ts'
import type { PsuCaller } from './psu-access.ts'
import { psuIdFor } from './psu-ids.ts'
import { type Counting, count, uncount } from './quotas.ts'
import { rateOf } from './rate.ts'
import { ScaNeeded } from './sca-needed.ts'

const storage = await openSandboxStorage()
const now = Temporal.Instant.from('2026-11-12T11:00:00Z')
const tppId = 'PSDNO-FSA-COUNTS'
const { caller, write } = await sandboxWorld(storage, tppId, now)

const counting: Counting = {
  ...{ kind: 'balances', accountIds: [random.uuid()], listing: random.uuid(), goesOn: false },
  rate: rateOf([], now),
}
const psuWith = (psuId: string) => ({ ...caller, psu: { psuId } }) as PsuCaller
const needsSca = (error: unknown) =>
  error instanceof ScaNeeded && error.rule.reason === 'psu-unknown'

test('a PSU who is gone is unknown, and counted nowhere', async () => {
  await assert.rejects(count(storage, psuWith(random.uuid()), counting), needsSca)
  await uncount(storage, psuWith(random.uuid()), counting)
})

test('nothing is counted while a bank is begun anew', async () => {
  const psuId = await write((_, tx) =>
    psuIdFor(inWorld(tx, caller.world), random, tppId, random.uuid()),
  )
  const counted = await write(async (_, tx) => {
    await lockWorldAlone(tx, caller.world)
    const waits = count(storage, psuWith(psuId), counting).catch((error: unknown) => error)
    await emptyWorld(tx, caller.world)
    return [waits]
  })
  assert.ok(needsSca(await counted[0]))
})
