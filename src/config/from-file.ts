import { dirname, resolve } from 'node:path'
import { type KeyName, keys } from './keys.ts'
import { nearest } from './nearest.ts'
import { errorCode, type Given, type ReadFile, type Source, shown } from './sources.ts'

const DEFAULT_FILE = 'nordgate.json'

/** Settings from a JSON file: the one that is named, or `nordgate.json` when there is one. */
export function fromFile(named: string | undefined, cwd: string, readFile: ReadFile): Source {
  const file = resolve(cwd, named ?? DEFAULT_FILE)
  const wrong = (text: string): Source => ({ given: {}, findings: [{ path: file, text }] })
  let text: string
  try {
    text = readFile(file)
  } catch (error) {
    if (named === undefined && errorCode(error) === 'ENOENT') return { given: {}, findings: [] }
    return wrong(`cannot be read (${errorCode(error)})`)
  }
  try {
    const content: unknown = JSON.parse(text)
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
      return fromObject(content, file, named ?? DEFAULT_FILE)
    }
  } catch (error) {
    // The parser's message quotes the file, which may hold what nobody should see: keep the place only.
    const place = /\(line \d+ column \d+\)/.exec(String(error))?.[0] ?? ''
    return wrong(`is not JSON ${place}`.trimEnd())
  }
  return wrong('must hold one JSON object')
}

function fromObject(content: object, file: string, origin: string): Source {
  const source: Source = { given: {}, findings: [] }
  for (const [name, value] of Object.entries(content)) {
    const refuse = (text: string) =>
      source.findings.push({ path: name, text: `${text} (${origin})` })
    if (!Object.hasOwn(keys, name)) {
      refuse(`is no setting; the nearest is ${nearest(name, Object.keys(keys))}`)
      continue
    }
    const known = name as KeyName
    const text = asText(value, 'list' in keys[known].kind)
    if ('secret' in keys[known]) {
      const { variable } = keys[known]
      refuse(
        `is secret and a file of settings is copied around; use ${variable} or ${variable}_FILE`,
      )
    } else if (text === undefined) {
      refuse(`is ${shown(JSON.stringify(value))}; allowed is ${keys[known].kind.allowed}`)
    } else {
      source.given[known] = { text, origin, base: dirname(file) } satisfies Given
    }
  }
  return source
}

function asText(value: unknown, isList: boolean): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (!isList || !Array.isArray(value)) return undefined
  return value.every((item) => typeof item === 'string') ? value.join(',') : undefined
}
