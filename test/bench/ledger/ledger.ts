import { parseArgs } from 'node:util'
import { openBenchBank, say } from './ledger-bank.ts'
import { comparePages } from './ledger-pages.ts'
import { openPlain } from './ledger-plain.ts'
import { compareTransfers, watchLockWaits } from './ledger-transfers.ts'

/**
 * `npm run bench -- ledger`: the ledger by itself, beside plain INSERTs of the same rows,
 * and its lists, long beside short. Makes and removes its own database; five million entries take
 * a few minutes and 4 GB.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const [entries, rounds, seconds] = [values.entries, values.rounds, values.seconds].map(Number) as [
  number,
  number,
  number,
]

const writers = 32
const bench = await openBenchBank(4_000, writers)
try {
  const plain = await openPlain(bench.databaseUrl, writers)
  const single = { name: 'single transfers', batch: 1, writers, rounds, seconds }
  await compareTransfers(bench, plain, single)
  const batches = {
    name: 'transfers in batches of 1 000',
    batch: 1_000,
    writers: 2,
    rounds,
    seconds,
  }
  await compareTransfers(bench, plain, batches)
  await watchLockWaits(bench, { writers, seconds: seconds * 4 })
  await plain.close()
} finally {
  await bench.close()
}
if (entries > 0) {
  const lists = await openBenchBank(2, 2)
  say(`lists: making ${entries} entries`)
  try {
    await comparePages(lists, entries)
  } finally {
    await lists.close()
  }
}
