import { resolve } from 'node:path'
import { type Key, type KeyName, table } from './keys.ts'
import { nearest } from './nearest.ts'
import { type Env, errorCode, type ReadFile, type Source } from './sources.ts'

export const CONFIG_VARIABLE = 'NORDGATE_CONFIG'

/** Settings from environment variables; an empty one counts as not given. */
export function fromEnvironment(env: Env, cwd: string, readFile: ReadFile): Source {
  const source: Source = { given: {}, findings: [] }
  for (const [name, key] of table) {
    const text = env[key.variable]
    if (text) source.given[name] = { text, origin: key.variable, base: cwd }
    if (key.secret) secretFile(source, { name, key, env, cwd, readFile })
  }
  const known = knownVariables()
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith('NORDGATE_') || known.includes(variable)) continue
    if (isOfKubernetes(variable, env[variable])) continue
    const text = `is no variable of Nordgate; the nearest is ${nearest(variable, known)}`
    source.findings.push({ path: variable, text })
  }
  return source
}

const ofService = /^NORDGATE_(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)$/
const ofPort = /^NORDGATE_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)_(?:PROTO|PORT|ADDR)$/
const portUrl = /^NORDGATE_(?:\w+_)?PORT(?:_\d+_(?:TCP|UDP|SCTP))?$/

/**
 * Kubernetes tells every container of a Service `nordgate`, or `nordgate-…`, in variables such as
 * NORDGATE_SERVICE_HOST and NORDGATE_PORT_8443_TCP_ADDR. A bare NORDGATE_PORT is a URL there, so
 * that a port somebody meant as a setting is still refused.
 */
function isOfKubernetes(variable: string, value = ''): boolean {
  if (ofService.test(variable) || ofPort.test(variable)) return true
  return portUrl.test(variable) && /^(?:tcp|udp|sctp):\/\//.test(value)
}

function knownVariables(): string[] {
  const variables = table.flatMap(([, key]) =>
    key.secret ? [key.variable, `${key.variable}_FILE`] : [key.variable],
  )
  return [...variables, CONFIG_VARIABLE]
}

/** `<VARIABLE>_FILE` names a file that holds the secret, as container platforms mount them. */
function secretFile(
  source: Source,
  of: { name: KeyName; key: Key; env: Env; cwd: string; readFile: ReadFile },
): void {
  const variable = `${of.key.variable}_FILE`
  const file = of.env[variable]
  if (!file) return
  // The name of the file is not repeated: somebody may have put the secret itself there.
  const refuse = (text: string) => source.findings.push({ path: variable, text })
  if (source.given[of.name]) {
    refuse(`and ${of.key.variable} are both given; keep one of them`)
    return
  }
  try {
    const text = of.readFile(resolve(of.cwd, file)).trim()
    if (text === '') refuse('names a file that is empty')
    else source.given[of.name] = { text, origin: variable, base: of.cwd }
  } catch (error) {
    refuse(`names a file that cannot be read (${errorCode(error)})`)
  }
}
