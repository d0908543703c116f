import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CallOptions } from '../sdk/sdk.ts'
import { UsageError } from './command.ts'

export const headerHelp = `  -H, --header LINE   a header to send, as "PSU-IP-Address: 192.0.2.17"; may be repeated`

/** METHOD PATH [BODY] and headers as typed, ready to be signed. */
export function readCall(
  [method, path, body, ...rest]: readonly string[],
  headerLines: readonly string[],
  certificate: string,
): { method: string; target: string } & CallOptions {
  if (method === undefined || path === undefined || rest.length > 0) {
    throw new UsageError('It takes METHOD PATH [BODY], such as: GET /v1/accounts')
  }
  if (!path.startsWith('/')) throw new UsageError(`The path must begin with a slash: ${path}`)
  return {
    method: method.toUpperCase(),
    target: path.replaceAll('{tppId}', tppIdOf(certificate)),
    headers: Object.fromEntries(headerLines.map(readHeader)),
    ...(body === undefined ? {} : { body: readBody(body) }),
  }
}

function tppIdOf(certificate: string): string {
  const { subject } = new X509Certificate(certificate)
  const [, id = ''] = /^organizationIdentifier=(.*)$/m.exec(subject) ?? []
  return encodeURIComponent(id)
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  if (colon < 1) throw new UsageError(`A header is written "Name: value", not ${line}`)
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}

/** The bytes as typed: what is hashed and signed is what is sent. */
function readBody(body: string): Buffer {
  return body.startsWith('@') ? readFileSync(body.slice(1)) : Buffer.from(body)
}
