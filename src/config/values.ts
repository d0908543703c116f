import { resolve } from 'node:path'
import type { Finding } from '../kernel/problem.ts'
import { defaultOf, type Environment, type Key, type KeyName, table, type Values } from './keys.ts'
import { errorCode, type Given, type ReadFile, shown } from './sources.ts'

export type Answers = Partial<Record<KeyName, Given>>

export interface Parsed {
  /** A key with a wrong value is missing here. */
  values: Values
  origins: Record<KeyName, string>
  wrong: ReadonlySet<KeyName>
  findings: Finding[]
}

/** Turns what was written into values, and says of each that cannot be what is allowed. */
export function parseAnswers(answers: Answers, cwd: string, readFile: ReadFile): Parsed {
  const values: Partial<Record<KeyName, unknown>> = {}
  const origins: Partial<Record<KeyName, string>> = {}
  const wrong = new Set<KeyName>()
  const findings: Finding[] = []
  for (const [name, key] of table) {
    const given = answers[name] ?? defaultAnswer(name, key, { answers, cwd })
    origins[name] = given?.origin ?? 'not set'
    if (given === undefined) continue
    const outcome = parse(key, given, readFile)
    if ('value' in outcome) {
      values[name] = outcome.value
    } else {
      wrong.add(name)
      const what = key.secret ? 'is wrong' : `is ${shown(given.text)}`
      const text = `(${given.origin}) ${what}${outcome.why}; allowed is ${key.kind.allowed}`
      findings.push({ path: name, text })
    }
  }
  return { values: values as Values, origins: origins as Parsed['origins'], wrong, findings }
}

function parse(key: Key, given: Given, readFile: ReadFile): { value: unknown } | { why: string } {
  const value = key.kind.parse(given.text)
  if (value === undefined) return { why: '' }
  if (!key.kind.path) return { value }
  const path = resolve(given.base, given.text)
  try {
    if (key.kind.path === 'file') readFile(path)
  } catch (error) {
    return { why: `, which cannot be read (${errorCode(error)})` }
  }
  return { value: path }
}

function defaultAnswer(
  name: KeyName,
  key: Key,
  { answers, cwd }: { answers: Answers; cwd: string },
): Given | undefined {
  const environment: Environment =
    answers.environment?.text === 'production' ? 'production' : 'sandbox'
  const endsTlsElsewhere =
    answers.trustedProxies && !answers.tlsCertificate && !answers.tlsKey && name === 'https'
  if (endsTlsElsewhere && environment === 'production') {
    return { text: 'off', origin: 'default, as there is no tlsCertificate', base: cwd }
  }
  const text = defaultOf(key, environment)
  return text === undefined ? undefined : { text, origin: 'default', base: cwd }
}
