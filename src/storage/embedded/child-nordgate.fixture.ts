import { systemClock } from '../../kernel/clock.ts'
import { quietLog } from '../quiet-log.fixture.ts'
import { openStorage, type Storage, statement } from '../storage.ts'

/**
 * A small Nordgate for the tests to kill: opens the storage in the folder it is given and says so.
 * Told to write, it says of each row that it was committed. SIGINT ends it as Ctrl-C would.
 */

const [dataFolder, task] = process.argv.slice(2)

const insert = statement<[id: number]>('child.insert', 'insert into acknowledged values ($1)')
const create = statement<[]>('child.create', 'create table acknowledged (id int primary key)')
const write = { actor: 'child', action: 'write', requestId: null }

function say(fact: object): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`)
}

async function writeForEver(storage: Storage, first: number, step: number): Promise<void> {
  for (let id = first; ; id += step) {
    await storage.transaction(write, (tx) => tx.run(insert, [id]))
    say({ id })
  }
}

async function main(): Promise<void> {
  const storage = await openStorage({
    dataFolder: dataFolder!,
    connections: 4,
    log: quietLog,
    clock: systemClock,
  })
  process.once('SIGINT', async () => {
    const count = statement<[], { n: bigint }>('child.count', 'select count(*) as n from audit')
    await storage.row(count, [])
    await storage.close()
    say({ closed: true })
    process.exit(0)
  })
  if (task === 'write') {
    await storage.transaction(write, (tx) => tx.run(create, []))
    for (const first of [1, 2, 3, 4]) void writeForEver(storage, first, 4).catch(() => {})
  }
  say({ ready: storage.ready(), user: process.getuid?.() })
}

await main().catch((error) => {
  say({ error: String(error) })
  process.exitCode = 1
})
