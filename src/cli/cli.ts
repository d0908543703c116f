import { AssertionError } from 'node:assert'
import { version } from '../version.ts'
import { call } from './call.ts'
import { cert } from './cert.ts'
import type { Command } from './command.ts'
import { config } from './config.ts'
import { ledger } from './ledger.ts'
import { migrate } from './migrate.ts'
import { serve } from './serve.ts'
import { sign } from './sign.ts'
import { tpp } from './tpp.ts'

const commands: readonly Command[] = [serve, migrate, config, cert, call, sign, tpp, ledger]

/** Runs one command of the `nordgate` tool; mistakes are told in words and set the exit code. */
export async function run([name, ...argv]: readonly string[]): Promise<void> {
  process.stdout.on('error', passOverLeaving)
  if (name === '--version') {
    process.stdout.write(`${version}\n`)
    return
  }
  const command = commands.find((each) => each.name === name)
  if (!command) {
    const unknown = name !== undefined && !['help', '--help', '-h'].includes(name)
    if (unknown) process.exitCode = 2
    process.stdout.write(`${unknown ? `There is no command ${name}.\n\n` : ''}${overview()}\n`)
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

function overview(): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(9)}${summary}`)
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
