import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A kept-alive connection that carries one request at a time. */
export interface Connection {
  exchange(request: Buffer, then: Outcome): void
  close(): void
}

export interface Outcome {
  /** Told the milliseconds until the whole answer was there, and how long that is. */
  answered(milliseconds: number, bytes: number): void
  failed(error: Error): void
}

export async function openConnection(url: URL, ca: string): Promise<Connection> {
  const socket = await openSocket(url, ca)
  let received: Buffer | undefined
  let sentAt = 0
  let outcome: Outcome | undefined
  socket.on('data', (chunk: Buffer) => {
    received = received ? Buffer.concat([received, chunk]) : chunk
    if (received.length < answerLength(received)) return
    // A refusal is quick, so one that slipped in would flatter the figures.
    if (received[statusAt] === 0x32) {
      outcome?.answered(performance.now() - sentAt, received.length)
    } else outcome?.failed(new Error(`A request was refused:\n${received.toString('latin1')}`))
  })
  socket.on('close', () => outcome?.failed(new Error('The server closed the connection.')))
  return {
    exchange: (request, then) => {
      received = undefined
      outcome = then
      sentAt = performance.now()
      socket.write(request)
    },
    close: () => {
      outcome = undefined
      socket.destroy()
    },
  }
}

async function openSocket({ protocol, hostname, port }: URL, ca: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const to = { host: hostname, port: Number(port) }
  const socket =
    protocol === 'https:' ? connectTls({ ...to, ca }, resolve) : connect(to, () => resolve())
  socket.setNoDelay(true)
  socket.on('error', reject)
  await promise
  return socket
}

/** Where the first digit of the status stands. */
const statusAt = 'HTTP/1.1 '.length
const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('\r\nContent-Length: ')

/** How long the answer is, head and body, once the head is there. */
function answerLength(received: Buffer): number {
  const end = received.indexOf(headEnd)
  if (end < 0) return Number.POSITIVE_INFINITY
  const at = received.indexOf(lengthName)
  if (at < 0) return lengthOtherwise(received, end)
  let length = 0
  for (let i = at + lengthName.length; received[i] !== 0x0d; i++) {
    length = length * 10 + (received[i] ?? 0x30) - 0x30
  }
  return end + headEnd.length + length
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** For servers that write the header in small letters, or send chunks. */
function lengthOtherwise(received: Buffer, end: number): number {
  const head = received.toString('latin1', 0, end).toLowerCase()
  const [, length] = /\r\ncontent-length: *(\d+)/.exec(head) ?? []
  if (length !== undefined) return end + headEnd.length + Number(length)
  if (!head.includes('\r\ntransfer-encoding: chunked')) return end + headEnd.length
  return received.subarray(-lastChunk.length).equals(lastChunk)
    ? received.length
    : Number.POSITIVE_INFINITY
}
