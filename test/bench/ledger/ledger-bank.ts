import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ledgerBankOver, ledgerBooks } from '../../../src/bank/ledger/ledger.ts'
import type { Account, Bank, PaymentOrder } from '../../../src/bank/port.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { systemRandom } from '../../../src/kernel/random.ts'
import {
  inWorld,
  openStorage,
  type Storage,
  startEmbedded,
  statement,
} from '../../../src/storage/storage.ts'

/** A bank with money in it, on a database of its own that is gone afterwards. */
export interface BenchBank {
  storage: Storage
  databaseUrl: string
  world: bigint
  bank: Bank
  accounts: Account[]
  close(): Promise<void>
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const note = { actor: 'bench', action: 'prepare', requestId: null }

export async function openBenchBank(accountCount: number, connections: number): Promise<BenchBank> {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-bench-'))
  // Private to root otherwise; then the database goes elsewhere and would stay there.
  chmodSync(folder, 0o711)
  const server = await startEmbedded({ dataFolder: folder, log: silent })
  await server.createDatabase('bench')
  const databaseUrl = server.url('bench')
  const options = { dataFolder: folder, log: silent, clock: systemClock }
  const storage = await openStorage({ databaseUrl, connections, ...options })
  const world = await newWorld(storage)
  const accounts = await openAccounts(storage, world, accountCount)
  return {
    storage,
    databaseUrl,
    world,
    bank: ledgerBankOver(storage, world, { random: systemRandom, actor: 'bench', requestId: null }),
    accounts,
    close: async () => {
      await storage.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function newWorld(storage: Storage): Promise<bigint> {
  const insert = statement<[at: Temporal.Instant], { id: bigint }>(
    'bench-world',
    `insert into world (owner, created_at) values ('bench', $1) returning id`,
  )
  const row = await storage.transaction(note, (tx) => tx.row(insert, [systemClock.now()]))
  return row!.id
}

async function openAccounts(storage: Storage, world: bigint, count: number): Promise<Account[]> {
  const at = systemClock.now()
  return storage.transaction(note, async (tx) => {
    const books = ledgerBooks(inWorld(tx, world), systemRandom)
    const [owner] = await books.createCustomers([{ number: '1', name: 'Kari', type: 'PRIVATE' }])
    const ownerId = owner?.ok ? owner.value.id : ''
    const opened = await books.openAccounts(
      Array.from({ length: count }, () => ({ ownerId })),
      at,
    )
    const accounts = opened.flatMap((each) => (each.ok ? [each.value] : []))
    const bookingDate = at.toZonedDateTimeISO('Europe/Oslo').toPlainDate()
    const amount = { minor: 10n ** 12n, currency: 'NOK' } as const
    const funded = accounts.map(({ id: accountId }) => ({
      ...{ accountId, amount, bookingDate, details: {} },
    }))
    await books.enter(funded, at)
    return accounts
  })
}

export const orderBetween = (from: Account, to: { iban: string }): PaymentOrder => ({
  reference: systemRandom.uuid(),
  debtorAccountId: from.id,
  debit: { minor: 100n, currency: 'NOK' },
  credit: { minor: 100n, currency: 'NOK' },
  creditorAccount: { iban: to.iban },
  endToEndId: 'bench',
  details: { creditorName: 'Kari Nordmann', remittanceInformationUnstructured: 'Takk for sist' },
})

export async function withDatabase<T>(
  databaseUrl: string,
  work: (database: pg.Client) => Promise<T>,
): Promise<T> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
