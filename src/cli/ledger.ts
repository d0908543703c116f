import { type Verified, verifyLedger } from '../bank/ledger/ledger.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const ledger: Command = {
  name: 'ledger',
  summary: 'prove that the books are right',
  help: `nordgate ledger verify [flags of serve]

Computes every sum, every balance and every block of the hash chain anew from the rows, in all
worlds. The bank may go on working meanwhile; what it has not sealed yet is sealed first. Prints what
it went over; the exit code is 1 when anything was changed behind the bank's back, and each finding
names the place. A database of another version is refused, not migrated.`,
  async run([action, ...argv]) {
    if (action !== 'verify') throw new UsageError('Write: nordgate ledger verify')
    await withDatabase(argv, async (storage) =>
      report(await verifyLedger(storage, systemClock.now())),
    )
  },
}

function report({ faults, ...figures }: Verified): void {
  const counts = Object.entries(figures).map(([name, count]) => `${count} ${name}`)
  process.stdout.write(`Went over ${counts.join(', ')}.\n`)
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
  process.stdout.write(faults.length === 0 ? 'The books are right.\n' : 'The books are WRONG.\n')
}
