import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { requireChromium } from './chromium.ts'

/** Everything that must hold: format and lint, types, tests. Arguments choose test files. */
const asked = process.argv.slice(2)
const patterns = asked.length > 0 ? asked : ['{src,test,scripts}/**/*.test.ts']

/** The longest come first, so that at the end no core waits for one of them. */
const first = ['test/simulation/', 'test/journeys/', 'scripts/', 'test/', 'src/']

requireChromium()
hold('biome', ['check', '--error-on-warnings'])
hold('tsc', [])
test(filesIn(patterns))

function hold(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function filesIn(wanted: string[]): string[] {
  const place = (file: string) => first.findIndex((folder) => file.startsWith(folder))
  const files = globSync(wanted).sort()
  if (files.length > 0) return files.sort((a, b) => place(a) - place(b))
  process.stderr.write(`There is no test file ${wanted.join(' ')}.\n`)
  process.exit(1)
}

function test(files: string[]): void {
  // By itself the runner leaves a core free, which is half of a machine with two.
  const concurrency = Math.max(2, availableParallelism())
  // Named before it is handed over, because the types of Node do not know the setup yet.
  const options = { files, concurrency, globalSetupPath: 'test/global-setup.ts' }
  const told = run(options)
  told.on('test:fail', () => {
    process.exitCode = 1
  })
  told.compose(spec).pipe(process.stdout)
}
