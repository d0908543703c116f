import { AssertionError } from 'node:assert'
import { version } from '../version.ts'
import type { Command } from './command.ts'

/** Each is read in when it is asked for: whoever signs a call does not wait for a whole bank. */
const commands = new Map<string | undefined, () => Promise<Command>>([
  ['serve', async () => (await import('./serve.ts')).serve],
  ['migrate', async () => (await import('./migrate.ts')).migrate],
  ['config', async () => (await import('./config.ts')).config],
  ['cert', async () => (await import('./cert.ts')).cert],
  ['call', async () => (await import('./call.ts')).call],
  ['sign', async () => (await import('./sign.ts')).sign],
  ['tpp', async () => (await import('./tpp.ts')).tpp],
  ['ledger', async () => (await import('./ledger.ts')).ledger],
])

/** Runs one command of the `nordgate` tool; mistakes are told in words and set the exit code. */
export async function run([name, ...argv]: readonly string[]): Promise<void> {
  process.stdout.on('error', passOverLeaving)
  if (name === '--version') {
    process.stdout.write(`${version}\n`)
    return
  }
  const command = await commands.get(name)?.()
  if (!command) {
    const unknown = name !== undefined && !['help', '--help', '-h'].includes(name)
    if (unknown) process.exitCode = 2
    process.stdout.write(
      `${unknown ? `There is no command ${name}.\n\n` : ''}${await overview()}\n`,
    )
    return
  }
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(`${command.help}\n`)
    return
  }
  try {
    await command.run(argv)
  } catch (error) {
    if (!isMistake(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}

/** Whoever reads may stop early, as `head` does; the work is done all the same. */
function passOverLeaving(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

async function overview(): Promise<string> {
  const all = await Promise.all([...commands.values()].map((load) => load()))
  const rows = all.map(({ name, summary }) => `  ${name.padEnd(9)}${summary}`)
  return `nordgate: the bank's side of open banking

${rows.join('\n')}

nordgate COMMAND --help tells more. A first signed call against your own sandbox:

  npm start                                          in one terminal
  npx nordgate cert issue --name "My TPP"            in another
  npx nordgate call PUT '/v1/tpps/{tppId}/contact-information' '{"email":"psd2@tpp.example"}'`
}

const bugs = [TypeError, ReferenceError, RangeError, SyntaxError, AssertionError]

/** What whoever typed or runs it can mend; a bug keeps its stack. */
function isMistake(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('ERR_PARSE_ARGS') || code === 'ERR_INVALID_URL') return true
  return !bugs.some((bug) => error instanceof bug)
}
