import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom as random } from '../kernel/random.ts'
import { openSandboxStorage, sandboxWorld } from '../sandbox/data/sandbox-world.fixture.ts'
import { replaceClock } from '../sandbox/worlds/world-row.ts'
import { inWorld } from '../storage/storage.ts'
import { forNothing, type NewLink, worldOfLink } from './link-rows.ts'
import { createLink, forgetOldLinks, hashOf } from './links.ts'

const storage = await openSandboxStorage()
const now = Temporal.Instant.from('2026-11-12T11:00:00Z')
const dayMs = 24n * 3_600_000n

const toLogIn: NewLink = {
  ...{ shows: 'log-in', reason: 'NO_SESSION', ...forNothing },
  ...{ tppId: 'PSDNO-FSA-LINKS', tppName: 'Links', redirectUri: null, prefersApp: false },
  ...{ sessionId: null, customerNumber: null, context: null, agreementId: null },
  asksContext: true,
}
const toApprove: NewLink = {
  ...{ ...toLogIn, shows: 'approval', subjectKind: 'payment', subjectId: random.uuid() },
  authorisationId: random.uuid(),
}

const made = async (tppId: string, link: NewLink, hoursAgo: number, aheadMs = 0n) => {
  const { caller, write } = await sandboxWorld(storage, tppId, now)
  return write(async (_, tx) => {
    await tx.run(replaceClock, [caller.world, aheadMs])
    const at = now.subtract({ hours: hoursAgo })
    return createLink(inWorld(tx, caller.world), random, link, at)
  })
}

const isKept = async (secret: string) =>
  (await storage.row(worldOfLink, [hashOf(secret)])) !== undefined

test('links are forgotten a day after they were made, by the clock of their world', async () => {
  const old = await made('PSDNO-FSA-LINKS1', toLogIn, 25)
  const young = await made('PSDNO-FSA-LINKS1', toLogIn, 23)
  const ahead = await made('PSDNO-FSA-LINKS2', toLogIn, 23, dayMs)
  await forgetOldLinks(storage, now)
  assert.deepEqual(await Promise.all([old, young, ahead].map(isKept)), [false, true, false])
})

test('a link that is an authorisation is kept', async () => {
  const approval = await made('PSDNO-FSA-LINKS3', toApprove, 1000)
  await forgetOldLinks(storage, now)
  assert(await isKept(approval))
})
