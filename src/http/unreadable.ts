import type { Duplex } from 'node:stream'
import { Problem, type ProblemCode } from '../kernel/problem.ts'
import { systemRandom } from '../kernel/random.ts'
import type { Log } from '../observability/observability.ts'
import { errorBody, problemStatus } from '../wire/problems.ts'

/**
 * What does not parse as HTTP never becomes a request, so the answer is written by hand: the same
 * error body, without date or signature, and the connection is closed.
 */
export const refuseUnreadable =
  (log: Pick<Log, 'info'>) =>
  (error: Error & UnreadableDetails, socket: Duplex): void => {
    if (socket.writable && error.code !== 'ECONNRESET') answer(error, socket, log)
    else socket.destroy()
  }

/** One line for it, like for any request, though there is nothing to say of who sent it. */
function answer(error: Error & UnreadableDetails, socket: Duplex, log: Pick<Log, 'info'>): void {
  const problem = problemOf(error)
  const status = problemStatus(problem.code)
  const errorId = systemRandom.uuid()
  log.info({ status, code: problem.code, errorId, reason: error.code }, 'not a request')
  const body = JSON.stringify(errorBody(errorId, problem))
  const head = [
    `HTTP/1.1 ${status} ${problem.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

interface UnreadableDetails {
  code?: string
  rawPacket?: Buffer
}

const requestLineMax = 8 * 1024

function problemOf({ code, rawPacket }: UnreadableDetails): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const long: ProblemCode = isLineTooLong(rawPacket) ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE'
    return new Problem(long, 'The request line or the headers are too long.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('FORMAT_ERROR', 'The request did not arrive in time.')
  }
  return new Problem('FORMAT_ERROR', 'The request is not well-formed HTTP.')
}

/** Only the latest packet is at hand; when the request began in an earlier one, nobody can tell. */
function isLineTooLong(packet: Buffer = Buffer.alloc(0)): boolean {
  if (!/^[A-Z]+ /.test(packet.toString('latin1', 0, 16))) return false
  const lineEnd = packet.indexOf('\r\n')
  return lineEnd === -1 || lineEnd > requestLineMax
}
