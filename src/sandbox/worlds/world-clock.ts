import { advance, advanceTo, parseDuration } from '../../kernel/duration.ts'
import { type Parsed, refused } from '../../kernel/parsed.ts'
import { Problem } from '../../kernel/problem.ts'
import { inWorld, type Transaction } from '../../storage/storage.ts'
import type { Input, Output } from '../../wire/operation.ts'
import { type moveClock, type readClock, toWireTime } from '../../wire/sandbox-clock.ts'
import type { WorldCaller } from '../data/own-books.ts'
import { countTimes } from './batch-times.ts'
import {
  type ClockMove,
  forgetMoves,
  insertMove,
  readMove,
  readUnfinishedMove,
} from './clock-moves.ts'
import { carryOn, type StepParts } from './clock-steps.ts'
import { aheadOf, lockWorld } from './world-row.ts'

export type WorldClock = ReturnType<typeof createWorldClock>

type Asked = Input<typeof moveClock>['body']

/** The clock of the caller's world. */
export function createWorldClock(parts: StepParts) {
  const { storage, clock } = parts

  /** The move that this call asks for; `undefined` while another one has to come to its end. */
  async function accept(caller: WorldCaller, asked: Asked): Promise<ClockMove | undefined> {
    const { tppId, requestId } = caller
    const note = { actor: tppId, action: 'ask-clock-move', requestId }
    return storage.transaction(note, async (tx) => {
      const aheadMs = await lockWorld(tx, caller.world)
      const realNow = clock.now()
      const world = inWorld(tx, caller.world)
      await world.run(forgetMoves, [realNow.subtract({ hours: 24 })])
      // Sent again, after a process died or the connection broke: go on, do not move twice.
      const known = await world.row(readMove, [tppId, requestId])
      if (known) return known
      if (await world.row(readUnfinishedMove, [])) return undefined
      const now = aheadOf(realNow, aheadMs)
      const target = targetOf(now, asked)
      const batches = countTimes('batch', now, target)
      await world.run(insertMove, [tppId, requestId, target, batches, realNow])
      return world.row(readMove, [tppId, requestId])
    })
  }

  return {
    async read(caller: WorldCaller): Promise<Output<typeof readClock>> {
      return { now: toWireTime(caller.now) }
    },

    /** Commits as it goes, in transactions of its own; sent again it answers the same. */
    async move(
      caller: WorldCaller,
      { body }: Input<typeof moveClock>,
      _tx?: Transaction,
    ): Promise<Output<typeof moveClock>> {
      while (!(await accept(caller, body))) await carryOn(parts, caller.world)
      for (;;) {
        const move = await inWorld(storage, caller.world).row(readMove, [
          caller.tppId,
          caller.requestId,
        ])
        if (!move) throw worldWasReplaced()
        if (move.finished) return toWireMove(move)
        await carryOn(parts, caller.world)
      }
    },
  }
}

const worldWasReplaced = (): Problem =>
  new Problem('CONFLICT', 'The world was reset or restored while its clock moved.')

const toWireMove = ({ target, batches, executed }: ClockMove): Output<typeof moveClock> => ({
  now: toWireTime(target),
  batches,
  executed: Number(executed),
})

/** As long as a year has four digits. */
const calendarEnds = Temporal.Instant.from('9999-12-31T00:00:00Z')

function targetOf(now: Temporal.Instant, asked: Asked): Temporal.Instant {
  const member = asked.to === undefined ? 'advance' : 'to'
  const answer =
    asked.to === undefined ? afterDuration(now, asked.advance ?? '') : atTime(now, asked.to)
  if (!answer.ok) throw cannotMove(member, answer.text)
  if (Temporal.Instant.compare(answer.value, calendarEnds) > 0) {
    throw cannotMove(member, 'The calendar ends with the year 9999.')
  }
  return answer.value
}

function afterDuration(now: Temporal.Instant, written: string): Parsed<Temporal.Instant> {
  const duration = parseDuration(written)
  return duration.ok ? advance(now, duration.value) : duration
}

function atTime(now: Temporal.Instant, written: string): Parsed<Temporal.Instant> {
  try {
    return advanceTo(now, Temporal.Instant.from(written))
  } catch {
    return refused('clock-time', 'There is no such time.')
  }
}

const cannotMove = (member: string, text: string): Problem =>
  new Problem('FORMAT_ERROR', 'The clock cannot be moved like this:', {
    findings: [{ path: `body/${member}`, text }],
  })
