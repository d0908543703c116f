import { spawnSync } from 'node:child_process'

/** `npm run bench [-- requests|ledger [options]]`: the parts one after the other, or one of them. */
const parts: Record<string, string> = {
  requests: 'test/bench/bench.ts',
  ledger: 'test/bench/ledger/ledger.ts',
}

const [first = '', ...options] = process.argv.slice(2)
const chosen = parts[first]
if (chosen !== undefined) run(chosen, options)
else for (const part of Object.values(parts)) run(part, process.argv.slice(2))

function run(file: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
