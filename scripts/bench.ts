import { spawnSync } from 'node:child_process'

/** `npm run bench [-- requests|reads|ledger|payments [options]]`: one part after the other, or one alone. */
const parts: Record<string, [file: string, ...args: string[]]> = {
  requests: ['test/bench/bench.ts', 'requests'],
  reads: ['test/bench/bench.ts', 'reads'],
  ledger: ['test/bench/ledger/ledger.ts'],
  payments: ['test/bench/payments/payments.ts'],
}

const [first = '', ...options] = process.argv.slice(2)
const chosen = parts[first]
if (chosen !== undefined) run([...chosen, ...options])
else for (const part of Object.values(parts)) run([...part, ...process.argv.slice(2)])

function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
