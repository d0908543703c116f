import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { requireChromium } from './chromium.ts'

/** Everything that must hold: format and lint, types, tests. Arguments choose test files. */
const files = process.argv.slice(2)
const patterns = files.length > 0 ? files : ['{src,test,scripts}/**/*.test.ts']

requireChromium()
run('biome', ['check', '--error-on-warnings'])
run('tsc', [])
// By itself the runner leaves a core free, which is half of a machine with two.
const atOnce = `--test-concurrency=${Math.max(2, availableParallelism())}`
run(process.execPath, ['--test', atOnce, '--test-global-setup=test/global-setup.ts', ...patterns])

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
