import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'

/** The house rules as a test instead of a rulebook; ARCHITECTURE.md says the same in words. */

/** Imports run downward only, and rooms of one rank do not see each other. */
const ranks: Record<string, number> = {
  kernel: 0,
  version: 0,
  wire: 1,
  signing: 1,
  config: 1,
  observability: 1,
  web: 1,
  storage: 2,
  bank: 2,
  'bank/ledger': 3,
  tpp: 3,
  sca: 4,
  ais: 5,
  pis: 5,
  sandbox: 6,
  http: 7,
  portal: 7,
  operations: 8,
  housekeeping: 8,
  app: 9,
  cli: 10,
  main: 11,
}

/** Rooms that are collections of values and contracts: every file is a door of its own. */
const openRooms = new Set(['kernel', 'wire'])

/** The SDK runs at a TPP, far from the server. */
const sdkSees = new Set(['kernel', 'wire', 'signing', 'sdk'])

/** The ratchet: logic stops at 250 lines, tables and contracts may be longer. */
const linesMax = 250
const longTables: Record<string, number> = { 'src/operations.ts': 300, 'src/config/keys.ts': 300 }

const files = globSync('{src,test,scripts,examples}/**/*.ts').sort()
const sources = files.filter((file) => file.startsWith('src/') && !isTest(file))
const text = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

function isTest(file: string): boolean {
  return /\.(test|fixture)\.ts$/.test(file)
}

/** The ledger is one way to be the bank: a room of its own, above the port it fulfils. */
const roomOf = (file: string): string =>
  file.startsWith('src/bank/ledger/')
    ? 'bank/ledger'
    : (file.split('/')[1]?.replace(/\.ts$/, '') ?? '')

/** The file through which a room is entered. */
const doors: Record<string, string> = {
  bank: 'src/bank/port.ts',
  'bank/ledger': 'src/bank/ledger/ledger.ts',
}

function importsOf(file: string): string[] {
  const found = text.get(file)?.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g) ?? []
  return [...found].map(([, path = '']) => normalize(join(dirname(file), path)))
}

/** The code without comments and texts, so that a rule about code does not read prose. */
const codeOf = (file: string): string =>
  (text.get(file) ?? '').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/'[^'\n]*'/g, "''")

function offenders(pattern: RegExp, among: string[], allowed: string[] = []): string[] {
  return among.filter((file) => !allowed.includes(file) && pattern.test(codeOf(file)))
}

describe('doors', () => {
  test('imports run downward only, through the public file of a room', () => {
    const wrong = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => !mayImport(file, target))
        .map((target) => `${file} -> ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('every room has a rank', () => {
    const rooms = new Set(sources.map(roomOf))
    assert.deepEqual(
      [...rooms].filter((room) => room !== 'sdk' && ranks[room] === undefined),
      [],
    )
  })

  test('every file is reached from a process, the SDK or the kernel', () => {
    const roots = ['src/main.ts', 'src/cli/cli.ts', 'src/sdk/sdk.ts']
    // Values of the kernel are proven by their own tests before a room takes them up.
    const queue = [...roots, ...sources.filter((file) => roomOf(file) === 'kernel')]
    const reached = new Set<string>()
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reached.has(file)) continue
      reached.add(file)
      queue.push(...importsOf(file))
    }
    assert.deepEqual(
      sources.filter((file) => !reached.has(file)),
      [],
    )
  })
})

function mayImport(file: string, target: string): boolean {
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from === to) return true
  if (from === 'sdk') return sdkSees.has(to) && isDoor(target)
  if (to === 'sdk') return from === 'cli' && isDoor(target)
  return (ranks[from] ?? -1) > (ranks[to] ?? 99) && isDoor(target)
}

function isDoor(target: string): boolean {
  const room = roomOf(target)
  const door = doors[room] ?? `src/${room}/${room}.ts`
  return openRooms.has(room) || target === `src/${room}.ts` || target === door
}

describe('banned', () => {
  test('time comes from a clock: no Date.now(), new Date() or Temporal.Now', () => {
    const pattern = /Date\.now\(|new Date\(\)|Temporal\.Now/
    assert.deepEqual(offenders(pattern, sources, ['src/kernel/clock.ts']), [])
  })

  test('only config reads the environment', () => {
    const inConfig = sources.filter((file) => roomOf(file) === 'config')
    assert.deepEqual(offenders(/process\.env/, sources, inConfig), [])
  })

  test('randomness comes from kernel/random.ts', () => {
    const pattern = /Math\.random|randomUUID\(|randomBytes\(|randomInt\(/
    assert.deepEqual(offenders(pattern, sources, ['src/kernel/random.ts']), [])
  })

  test('no default exports, no any, no suppressed type errors, no test left out', () => {
    // This file has to name what it bans.
    const others = files.filter((file) => file !== 'test/tidy.test.ts')
    const banned = [/export default/, /\bas any\b|: any\b/, /\b(it|test|describe)\.(only|todo)\(/]
    for (const pattern of banned) assert.deepEqual(offenders(pattern, others), [])
    const words = /@ts-ignore|FIXME/
    assert.deepEqual(
      others.filter((file) => words.test(text.get(file) ?? '')),
      [],
    )
  })
})

describe('size', () => {
  test(`a source file has at most ${linesMax} lines, unless it is a table`, () => {
    const long = sources
      .map((file) => [file, text.get(file)?.split('\n').length ?? 0] as const)
      .filter(([file, lines]) => lines > (longTables[file] ?? linesMax))
    assert.deepEqual(long, [])
  })

  test('no file is named for being useful', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|manager|holder)(\.ts|\/|$)/
    assert.deepEqual(
      files.filter((file) => vague.test(file)),
      [],
    )
  })
})
