import assert from 'node:assert/strict'
import { inWorld, statement } from '../storage/storage.ts'
import type { ScaFlow } from './flow.ts'
import { countOwnPages, forNothing, insertLink, lockLink, type NewLink } from './link-rows.ts'
import { hashOf, newLink } from './links.ts'
import { logInName } from './log-in.ts'
import { identify } from './steps.ts'
import { type FlowParts, save } from './visit.ts'

/**
 * The bank's own page, which everybody may open. Nothing is kept until a number is typed; so many
 * links are then made for one number, and many more for all, so that who floods the page with one
 * number keeps nobody else out.
 */
const perNumber = 10

export async function ownPage(
  { storage, login }: FlowParts,
  tppId: string,
): ReturnType<ScaFlow['ownPage']> {
  const found = await storage.row(worldWith, [tppId])
  if (!found) return 'unknown'
  const offered = await login.offers(inWorld(storage, found.id))
  return {
    customers: offered.map(({ number, name, type }) => ({ number, name, type, expected: false })),
  }
}

/** A link that nobody asked for, on which the log-in has begun. */
export async function openOwnPage(
  parts: FlowParts,
  tppId: string,
  typed: string,
): ReturnType<ScaFlow['openOwnPage']> {
  const { storage, clock, random, hold, ownPagesPerMinute } = parts
  const found = await storage.row(worldWith, [tppId])
  if (!found) return 'unknown'
  const number = logInName(typed)
  const note = { actor: 'psu', action: 'open-own-consents', requestId: null }
  return storage.transaction(note, async (tx) => {
    const { now } = await hold(tx, { world: found.id, realNow: clock.now() })
    const world = inWorld(tx, found.id)
    const recent = await world.row(countOwnPages, [now.subtract({ minutes: 1 }), number])
    const { ofAll = 0n, ofNumber = 0n } = recent ?? {}
    if (ofAll >= BigInt(ownPagesPerMinute) || ofNumber >= perNumber) return 'busy'
    const { secret: linkId, row } = newLink(random, linkFor(number), now)
    await world.run(insertLink, row)
    const link = await world.row(lockLink, [hashOf(linkId)])
    assert(link, 'A link that was just made is gone.')
    await identify({ parts, world, bank: parts.bank(world), now, link }, number)
    await save(world, link, now)
    return { linkId }
  })
}

const linkFor = (customerNumber: string): NewLink => ({
  ...{ shows: 'own-consents', reason: 'own-page', prefersApp: false, ...forNothing },
  ...{ tppId: null, tppName: null, redirectUri: null, sessionId: null },
  ...{ customerNumber, expectedCustomerId: null },
  ...{ context: null, agreementId: null, asksContext: false },
})

/** The bank that the TPP's customers use: its own, or the one that all share. */
const worldWith = statement<[tppId: string], { id: bigint }>(
  'world-with-tpp',
  `select id from world where owner in ($1, '*') order by owner = '*' limit 1`,
)
