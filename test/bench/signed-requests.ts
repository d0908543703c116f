import { systemClock } from '../../src/kernel/clock.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { type PreparedRequest, prepare } from '../../src/sdk/sdk.ts'
import type { BenchCall, BenchTpp } from './case.ts'

const count = 200
/** A request is good for 60 seconds, and it is still sent for some time after it was handed out. */
const freshMs = 20_000

/** Requests as bytes on the wire, each with an id of its own; signed anew before they get old. */
export function requestSource({ credentials }: BenchTpp, call: BenchCall): () => Buffer[] {
  const parts = { clock: systemClock, random: systemRandom }
  let signedAt = Number.NEGATIVE_INFINITY
  let requests: Buffer[] = []
  return () => {
    if (performance.now() - signedAt < freshMs) return requests
    signedAt = performance.now()
    requests = Array.from({ length: count }, () => bytesOf(prepare(credentials, parts, call)))
    return requests
  }
}

export function bytesOf({ method, target, headers, body }: PreparedRequest): Buffer {
  const length = body.length > 0 ? { 'Content-Length': body.length } : {}
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length })
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}
