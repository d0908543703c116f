import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { manualClock } from '../../src/kernel/clock.ts'
import { freshDatabase } from '../databases.ts'
import { ingrid, jonas } from '../headless-psu.ts'
import { startSteps } from '../psu-steps.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { payAbroad } from './abroad.ts'
import { type Actor, newActor, type Run, type Sql } from './actor.ts'
import { basket } from './baskets.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { crowd } from './crowd.ts'
import { approve, approveInVain, decline, remove } from './decide.ts'
import { checkAllPrivacy, checkEverything, checkStep } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { payOnOneVisit } from './one-visit.ts'
import { payAtOnce, payMany, paySingle, payWeekly } from './pay.ts'
import { readOne } from './read.ts'
import { seededRandom } from './seeded-random.ts'
import { approveSlowly } from './slowly.ts'
import { bringBack, keepWorld } from './snapshots.ts'
import { holdBack, moveClock, restart, runBatch } from './time.ts'

/**
 * Two TPPs, two people and two companies each, and thousands of steps that nobody planned. A run
 * that fails says how it is had again. Every step has a chance of its own, so that it stays the same
 * step whatever came before; who is first where several act at once, chance alone does not decide.
 */
const asked = process.env.SIMULATION_SEED?.split(',').map(Number)
const stepsAsked = process.env.SIMULATION_STEPS

type Step = (run: Run, actor: Actor) => Promise<string>

/** What is done, and what is looked at meanwhile and at the end. */
export interface Course {
  holds: string
  /** Whether both TPPs have one bank. */
  shared: boolean
  steps: number
  /** With how likely each is. */
  likely: readonly (readonly [Step, number])[]
  check(run: Run, number: number): Promise<void>
  checkAtEnd(run: Run): Promise<void>
}

const likely: Course['likely'] = [
  [paySingle, 20],
  [payAtOnce, 8],
  [payMany, 5],
  [payOnOneVisit, 6],
  [payAbroad, 7],
  [payWeekly, 4],
  [approve, 24],
  [approveInVain, 3],
  [approveSlowly, 3],
  [decline, 3],
  [remove, 7],
  [basket, 4],
  [crowd, 8],
  [readOne, 8],
  [moveClock, 10],
  [runBatch, 3],
  [holdBack, 5],
  [keepWorld, 0.6],
  [bringBack, 0.6],
  [restart, 0.4],
]

const everything: Course = {
  ...{ holds: 'money, statuses and access stay right', shared: false, steps: 1000, likely },
  check: (run, number) => (number % 50 === 0 ? checkEverything(run) : checkStep(run)),
  checkAtEnd: checkAllPrivacy,
}

function choose({ likely }: Course, chance: Chance): Step {
  const total = likely.reduce((sum, [, weight]) => sum + weight, 0)
  let rest = (chance.below(1_000_000) / 1_000_000) * total
  for (const [step, weight] of likely) {
    rest -= weight
    if (rest < 0) return step
  }
  return paySingle
}

/** Each seed has a file, so that they run beside each other; those asked for are run by the first. */
export function simulate(seed: number): void {
  if (asked === undefined) simulateOne(everything, seed)
  else if (seed === 1) for (const each of asked) simulateOne(everything, each)
}

/** Another course, in a file of its own. */
export function simulateCourse(course: Course, seed: number): void {
  for (const each of asked ?? [seed]) simulateOne(course, each)
}

function simulateOne(course: Course, seed: number): void {
  const steps = Number(stepsAsked ?? course.steps)
  test(`${course.holds} through ${steps} steps of seed ${seed}`, async () => {
    const run = await begin(seed, course)
    const told: string[] = []
    for (let number = 1; number <= steps; number += 1) {
      run.beginStep(number)
      const step = choose(course, run.chance)
      const actor = run.chance.pick(run.actors)
      told.push(`${number} ${step.name}`)
      try {
        told.push(`  ${await step(run, actor)}`)
        await course.check(run, number)
      } catch (error) {
        assert.fail(failureOf(seed, number, error, told))
      }
    }
    await course.checkAtEnd(run)
  })
}

const failureOf = (seed: number, number: number, error: unknown, told: readonly string[]) =>
  [
    `Seed ${seed} fails at step ${number}: ${String(error)}`,
    ...told.slice(-24),
    `Again: SIMULATION_SEED=${seed} SIMULATION_STEPS=${number} npm test -- test/simulation/*.test.ts`,
  ].join('\n')

async function begin(seed: number, { shared }: Course): Promise<Run> {
  const databaseUrl = await freshDatabase()
  const clock = manualClock('2026-11-16T09:07:31Z')
  const random = seededRandom(seed)
  const env = { NORDGATE_SHARED_WORLD: shared ? 'on' : 'off' }
  const start = (): Promise<Sandbox> => startSandbox({ databaseUrl, clock, random, env })
  let sandbox = await start()
  const sql = await openSql(databaseUrl)
  const people = [ingrid, jonas]
  const first = await newActor(sandbox, sql, clock.now(), people)
  const second = await newActor(sandbox, sql, clock.now(), people, shared ? first : undefined)
  const actors = [first, second]
  const run: Run = {
    ...{ chance: chanceFrom(seed), actors, ledger: new Ledger(sql) },
    steps: await startSteps(sandbox, { clock, shared }),
    beginStep(number) {
      run.chance = chanceFrom(seed * 1_000_003 + number)
      random.beginStep(number)
    },
    async restart() {
      await sandbox.stop()
      sandbox = await start()
      for (const actor of actors) actor.tpp = sandbox.as(actor.tpp)
    },
  }
  return run
}

/** One connection for the whole run: it is asked after every step. */
async function openSql(databaseUrl: string): Promise<Sql> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  after(() => client.end())
  return async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
}
