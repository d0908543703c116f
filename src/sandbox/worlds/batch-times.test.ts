import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBankingDay } from '../../kernel/business-days.ts'
import { oslo } from '../../kernel/oslo.ts'
import { countTimes, firstTime, type Timetable } from './batch-times.ts'

const times: Record<Timetable, string[]> = {
  batch: ['06:00', '10:00', '13:00', '16:00', '20:00'],
  periodic: ['06:00'],
}

/** Looks at the clock on the wall every minute, and knows nothing of instants. */
function walk(timetable: Timetable, start: Temporal.Instant, minutes: number): Temporal.Instant[] {
  const found: Temporal.Instant[] = []
  for (let minute = 0; minute <= minutes; minute++) {
    const wall = start.add({ minutes: minute }).toZonedDateTimeISO(oslo)
    const runs = timetable === 'periodic' || isBankingDay(wall.toPlainDate())
    const time = wall.toPlainTime().toString({ smallestUnit: 'minute' })
    if (runs && times[timetable].includes(time)) found.push(wall.toInstant())
  }
  return found
}

const starts = [
  ['an ordinary week', '2026-11-11T00:00:00Z'],
  ['the start of summer time and Easter', '2024-03-27T00:00:00Z'],
  ['Easter', '2026-03-31T00:00:00Z'],
  ['the end of summer time', '2026-10-23T00:00:00Z'],
  ['Christmas and New Year', '2026-12-23T00:00:00Z'],
] as const

for (const [name, start] of starts) {
  for (const timetable of ['batch', 'periodic'] as const) {
    test(`the ${timetable} times are those on the wall, over ${name}`, () => {
      const begin = Temporal.Instant.from(start)
      const all = walk(timetable, begin, 7 * 24 * 60)
      const minute = fc.integer({ min: 0, max: 6 * 24 * 60 })
      fc.assert(
        fc.property(minute, minute, (one, other) => {
          const from = begin.add({ minutes: Math.min(one, other) })
          const until = begin.add({ minutes: Math.max(one, other) })
          const between = all.filter(
            (at) =>
              Temporal.Instant.compare(at, from) > 0 && Temporal.Instant.compare(at, until) <= 0,
          )
          assert.equal(countTimes(timetable, from, until), between.length)
          const next = all.find((at) => Temporal.Instant.compare(at, from) >= 0)
          if (next) assert.equal(String(firstTime(timetable, from)), String(next))
        }),
      )
    })
  }
}

test('there are five batches on a banking day and none on others', () => {
  const on = (day: string) =>
    countTimes(
      'batch',
      Temporal.Instant.from(`${day}T00:00:00+01:00`),
      Temporal.Instant.from(`${day}T23:59:59+01:00`),
    )
  assert.deepEqual(['2026-11-13', '2026-11-14', '2026-11-15', '2026-12-25'].map(on), [5, 0, 0, 0])
})
