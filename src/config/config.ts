import { readFileSync } from 'node:fs'
import type { Finding } from '../kernel/problem.ts'
import { CONFIG_VARIABLE, fromEnvironment } from './from-environment.ts'
import { fromFile } from './from-file.ts'
import { CONFIG_FLAG, fromFlags, splitArguments } from './from-flags.ts'
import type { KeyName, Values } from './keys.ts'
import { brokenRules, warningsOf } from './rules.ts'
import type { Env, Flags, ReadFile } from './sources.ts'
import { type Answers, parseAnswers } from './values.ts'

export { describeConfig } from './describe.ts'
export { configFlags, type Flag } from './from-flags.ts'
export type { Environment, KeyName } from './keys.ts'
export type { Address } from './kinds.ts'
export { readLogo } from './logo-file.ts'
export { configurationMarkdown } from './markdown.ts'
export { readPemFile, readPemFolder } from './pem-files.ts'

export interface Config extends Values {
  /** Where each value came from: `default`, a file, a variable or a flag. */
  readonly origins: Readonly<Record<KeyName, string>>
  /** Allowed, yet rarely meant; to be logged at start. */
  readonly warnings: readonly string[]
}

export interface ConfigInput {
  /** The command line after the command, or its flags by name (`{ 'log-level': 'warn' }`). */
  argv?: readonly string[] | Readonly<Record<string, string | undefined>>
  env?: Env
  cwd?: string
  readFile?: ReadFile
}

export class ConfigError extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    const lines = findings.map(({ path, text }) => `\n  ${path} ${text}`)
    super(`The configuration is refused:${lines.join('')}`)
    this.name = 'ConfigError'
    this.findings = findings
  }
}

/** Reads defaults, file, environment and flags, the later winning; throws all findings at once. */
export function readConfig(input: ConfigInput = {}): Config {
  const { argv = [], env = process.env, cwd = process.cwd() } = input
  const readFile = input.readFile ?? ((path) => readFileSync(path, 'utf8'))
  const flags = isWords(argv) ? splitArguments(argv) : namedFlags(argv)
  const named = flags.findLast(([flag]) => flag === CONFIG_FLAG)?.[1] ?? env[CONFIG_VARIABLE]
  const sources = [
    fromFile(named || undefined, cwd, readFile),
    fromEnvironment(env, cwd, readFile),
    fromFlags(flags, cwd),
  ]
  const answers: Answers = Object.assign({}, ...sources.map((source) => source.given))
  const parsed = parseAnswers(answers, cwd, readFile)
  const judged = { ...parsed, isGiven: (name: KeyName) => answers[name] !== undefined }
  const findings = [
    ...sources.flatMap((source) => source.findings),
    ...parsed.findings,
    ...brokenRules(judged),
  ]
  if (findings.length > 0) throw new ConfigError(findings)
  return Object.freeze({
    ...parsed.values,
    origins: parsed.origins,
    warnings: warningsOf(parsed.values),
  })
}

function isWords(argv: NonNullable<ConfigInput['argv']>): argv is readonly string[] {
  return Array.isArray(argv)
}

function namedFlags(argv: Readonly<Record<string, string | undefined>>): Flags {
  return Object.entries(argv).filter(([, value]) => value !== undefined)
}
