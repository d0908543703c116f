import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom as random } from '../kernel/random.ts'
import { openSandboxStorage, sandboxWorld } from '../sandbox/data/sandbox-world.fixture.ts'
import { replaceClock } from '../sandbox/worlds/world-row.ts'
import { inWorld } from '../storage/storage.ts'
import { forgetVisits } from './forget.ts'
import {
  forNothing,
  insertLink,
  lockLink,
  type NewLink,
  saveLink,
  worldOfLink,
} from './link-rows.ts'
import { hashOf, newLink } from './links.ts'
import { countWrongCode, holdIsLocked, isLocked } from './log-in.ts'

const storage = await openSandboxStorage()
const now = Temporal.Instant.from('2026-11-12T11:00:00Z')
const dayMs = 24n * 3_600_000n

const toLogIn: NewLink = {
  ...{ shows: 'log-in', reason: 'NO_SESSION', ...forNothing },
  ...{ tppId: 'PSDNO-FSA-LINKS', tppName: 'Links', redirectUri: null, prefersApp: false },
  ...{ sessionId: null, customerNumber: null, context: null, agreementId: null },
  ...{ expectedCustomerId: null, asksContext: true },
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
    const { secret, row } = newLink(random, link, at)
    await inWorld(tx, caller.world).run(insertLink, row)
    return secret
  })
}

const isKept = async (secret: string) =>
  (await storage.row(worldOfLink, [hashOf(secret)])) !== undefined

test('only an approval has a subject, and only the bank’s own page has no TPP', () => {
  const mistaken: NewLink[] = [
    // @ts-expect-error: nothing is approved
    { ...toLogIn, shows: 'approval' },
    // @ts-expect-error: a log-in approves nothing
    { ...toApprove, shows: 'log-in' },
    // @ts-expect-error: nobody asked for the log-in
    { ...toLogIn, tppId: null },
    // @ts-expect-error: no TPP asks for the own page
    { ...toLogIn, shows: 'own-consents' },
  ]
  assert.equal(new Set(mistaken).size, 4)
})

test('links are forgotten a day after they were made, by the clock of their world', async () => {
  const old = await made('PSDNO-FSA-LINKS1', toLogIn, 25)
  const young = await made('PSDNO-FSA-LINKS1', toLogIn, 23)
  const ahead = await made('PSDNO-FSA-LINKS2', toLogIn, 23, dayMs)
  await forgetVisits(storage, now)
  assert.deepEqual(await Promise.all([old, young, ahead].map(isKept)), [false, true, false])
})

test('a link that is an authorisation is kept, but not what was typed there', async () => {
  const typed = { ...toApprove, customerNumber: '17848800880' }
  const [old, young] = [
    await made('PSDNO-FSA-LINKS3', typed, 1000),
    await made('PSDNO-FSA-LINKS3', { ...typed, authorisationId: random.uuid() }, 23),
  ]
  const { caller, write } = await sandboxWorld(storage, 'PSDNO-FSA-LINKS3', now)
  const keptOf = (secret: string) =>
    write(async (_, tx) => {
      const link = await inWorld(tx, caller.world).row(lockLink, [hashOf(secret)])
      return link && [link.customerNumber, link.logInName, link.code, link.binding]
    })
  for (const secret of [old, young]) {
    await write(async (_, tx) => {
      await inWorld(tx, caller.world).run(saveLink, [
        ...([hashOf(secret), now, null, '17848800880', '123456', false] as const),
        ...([null, null, null, null, null, '{}'] as const),
      ])
    })
  }
  await forgetVisits(storage, now)
  assert.deepEqual(await keptOf(old), [null, null, null, null])
  assert.deepEqual(await keptOf(young), ['17848800880', '17848800880', '123456', '{}'])
})

test('wrong codes are forgotten after a day in which nobody tried, by the clock of the world', async () => {
  const wrong = async (tppId: string, hoursAgo: number, aheadMs = 0n) => {
    const { caller, write } = await sandboxWorld(storage, tppId, now)
    const at = now.subtract({ hours: hoursAgo })
    await write(async (_, tx) => {
      await tx.run(replaceClock, [caller.world, aheadMs])
      const world = inWorld(tx, caller.world)
      await holdIsLocked(world, 'typed', at.subtract({ hours: 24 }))
      await holdIsLocked(world, 'typed', at)
      for (let count = 0; count < 5; count++) await countWrongCode(world, 'typed', at)
    })
    return () =>
      write((_, tx) => isLocked(inWorld(tx, caller.world), 'typed', at.add({ minutes: 1 })))
  }
  const known = [
    await wrong('PSDNO-FSA-LOCKS1', 25),
    await wrong('PSDNO-FSA-LOCKS2', 23),
    await wrong('PSDNO-FSA-LOCKS3', 23, dayMs),
  ]
  await forgetVisits(storage, now)
  const locked = []
  for (const isKnown of known) locked.push(await isKnown())
  assert.deepEqual(locked, [false, true, false])
})
