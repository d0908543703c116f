import { flagOf, type Key, type KeyName, table } from './keys.ts'
import { nearest } from './nearest.ts'
import { type Flags, type Source, shown } from './sources.ts'

export interface Flag {
  flag: string
  placeholder: string
  reason: string
}

export const CONFIG_FLAG = 'config'

/** Every flag that carries a setting, for the help text. */
export const configFlags: readonly Flag[] = [
  { flag: CONFIG_FLAG, placeholder: 'FILE', reason: 'The JSON file with the settings.' },
  ...table
    .filter(([, key]) => !key.secret)
    .map(([name, key]) => ({
      flag: flagOf(name),
      placeholder: key.kind.placeholder,
      reason: key.reason,
    })),
]

/** Splits `--flag value` and `--flag=value`; a word that belongs to no flag has the flag ''. */
export function splitArguments(argv: readonly string[]): Flags {
  const flags: [string, string | undefined][] = []
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index]!
    const [, flag, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (flag === undefined) {
      flags.push(['', word])
    } else if (inline !== undefined || argv[index + 1]?.startsWith('--')) {
      flags.push([flag, inline])
    } else {
      flags.push([flag, argv[++index]])
    }
  }
  return flags
}

/** Settings from the command line; a flag given twice counts the last time. */
export function fromFlags(flags: Flags, cwd: string): Source {
  const source: Source = { given: {}, findings: [] }
  const rows = new Map<string, [KeyName, Key]>(table.map((row) => [flagOf(row[0]), row]))
  for (const [flag, text] of flags) {
    const refuse = (path: string, why: string) => source.findings.push({ path, text: why })
    const row = rows.get(flag)
    if (flag === '') {
      refuse(shown(text ?? ''), 'is not expected here; a setting is given as --flag value')
    } else if (row?.[1].secret) {
      const { variable } = row[1]
      refuse(`--${flag}`, `would show in the process list; use ${variable} or ${variable}_FILE`)
    } else if (!row && flag !== CONFIG_FLAG) {
      const known = configFlags.map((each) => each.flag)
      refuse(`--${flag}`, `is no flag of Nordgate; the nearest is --${nearest(flag, known)}`)
    } else if (text === undefined) {
      refuse(`--${flag}`, 'needs a value')
    } else if (row) {
      source.given[row[0]] = { text, origin: `--${flag}`, base: cwd }
    }
  }
  return source
}
