import { connect } from 'node:net'

/** An answer as it came over the wire. */
export interface Answer {
  status: number
  headers: ReadonlyMap<string, string>
  /** Parsed when it is JSON, otherwise text; undefined when there is none. */
  body: unknown
  bytes: Buffer
}

export type HeaderList = readonly (readonly [name: string, value: string])[]

export interface Request {
  method: string
  target: string
  /** In this order, with repetitions; Host and Connection are added, Content-Length by the body. */
  headers?: HeaderList | Readonly<Record<string, string>>
  body?: Buffer | string
}

/** Sends exactly this request over a connection of its own. */
export async function speak(url: string, request: Request): Promise<Answer> {
  const [answer] = await speakBytes(url, compose(request), { method: request.method })
  if (!answer) throw new Error('the server closed the connection without an answer')
  return answer
}

export function compose({ method, target, headers = [], body = '' }: Request): Buffer {
  const given: HeaderList = Array.isArray(headers) ? headers : Object.entries(headers)
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const bytes = Buffer.from(body)
  const list: [string, string][] = given.map(([name, value]) => [name, value])
  if (!names.has('host')) list.unshift(['Host', 'localhost'])
  if (!names.has('connection')) list.push(['Connection', 'close'])
  if (bytes.length > 0 && !names.has('content-length') && !names.has('transfer-encoding')) {
    list.push(['Content-Length', String(bytes.length)])
  }
  const head = list.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
    bytes,
  ])
}

export interface Speaking {
  /** An answer to HEAD has no body, whatever its Content-Length says. */
  method?: string
  /** How long a request that is cut off may stay unanswered before our side is closed. */
  patienceMs?: number
  /** The address to come from, such as 127.0.0.2. */
  localAddress?: string
}

/** Sends bytes that may not even be HTTP, and reads whatever answers come until the close. */
export async function speakBytes(
  url: string,
  bytes: Buffer | string,
  { method = 'GET', patienceMs = 10_000, localAddress }: Speaking = {},
): Promise<Answer[]> {
  const { hostname, port } = new URL(url)
  const chunks: Buffer[] = []
  const closed = Promise.withResolvers<void>()
  const from = localAddress === undefined ? {} : { localAddress }
  const socket = connect({ host: hostname, port: Number(port), ...from })
  const impatience = setTimeout(() => socket.end(), patienceMs)
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A reset is how a server says that it does not want the rest; what it answered still counts.
  socket.on('error', () => socket.destroy())
  socket.on('close', () => closed.resolve())
  socket.write(bytes)
  await closed.promise
  clearTimeout(impatience)
  return parseAnswers(Buffer.concat(chunks), method)
}

/** Every byte must belong to an answer, or this throws. */
export function parseAnswers(bytes: Buffer, method = 'GET'): Answer[] {
  const answers: Answer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    if (headEnd < 0 || !status) throw new Error(`not an HTTP answer: ${rest.toString('latin1')}`)
    const headers = new Map(lines.map(splitHeader))
    // What does not parse as HTTP has no method, so its refusal has a body even where HEAD was meant.
    const isRefusedUnread = rest[headEnd + 4] === '{'.charCodeAt(0)
    const hasBody = status !== 204 && status >= 200 && (method !== 'HEAD' || isRefusedUnread)
    const length = hasBody ? Number(headers.get('content-length')) : 0
    const body = rest.subarray(headEnd + 4, headEnd + 4 + length)
    if (!(body.length === length)) throw new Error(`cut off: ${rest.toString('latin1')}`)
    rest = rest.subarray(headEnd + 4 + length)
    if (status >= 200) answers.push({ status, headers, body: read(headers, body), bytes: body })
  }
  return answers
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function read(headers: ReadonlyMap<string, string>, body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = body.toString('utf8')
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}
