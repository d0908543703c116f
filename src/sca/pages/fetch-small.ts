import { lookup } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The text behind an address that a stranger named; undefined when there is none to be had. */
export type FetchSmall = (url: URL) => Promise<string | undefined>

export interface FetchSmallOptions {
  /** The sandbox looks at a developer's own machine as well. */
  localhost: boolean
  timeoutMs?: number
  bytesMax?: number
}

/**
 * Never a way into our own network: the name is resolved once, every address it has must be public,
 * and the connection goes to the one that was checked, whatever the name says a moment later.
 * Redirects are not followed; the files that we look for may not use them.
 */
export function createFetchSmall(options: FetchSmallOptions): FetchSmall {
  const { localhost, timeoutMs = 2000, bytesMax = 64 * 1024 } = options
  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await Promise.race([read(url, { localhost, bytesMax, signal }), aborted(signal)])
    } catch {
      return undefined
    }
  }
}

interface Reading {
  localhost: boolean
  bytesMax: number
  signal: AbortSignal
}

async function read(url: URL, { localhost, bytesMax, signal }: Reading): Promise<string> {
  const own = localhost && url.hostname === 'localhost'
  if (url.protocol !== 'https:' && !own) throw new Error('Only https is looked at.')
  const found = await addressOf(url.hostname)
  if (!own && !found.every(({ address }) => isPublicAddress(address))) {
    throw new Error('The address is not public.')
  }
  const pinned = found[0]
  if (!pinned) throw new Error('The name has no address.')
  const answer = Promise.withResolvers<IncomingMessage>()
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const request = get(url, {
    signal,
    agent: false,
    headers: { accept: 'application/json' },
    lookup: (_name, { all }, done) =>
      all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
  })
  request.once('response', answer.resolve)
  request.once('error', answer.reject)
  return text(await answer.promise, bytesMax)
}

/** An address in the name's place is not looked up, so it is checked as it stands. */
async function addressOf(hostname: string) {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  return family === 0 ? lookup(bare, { all: true }) : [{ address: bare, family }]
}

async function text(answer: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (answer.statusCode !== 200) throw new Error('There is no such file.')
    for await (const chunk of answer) {
      size += chunk.length
      if (size > bytesMax) throw new Error('The file is too large.')
      chunks.push(chunk)
    }
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Name servers do not listen to the signal. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
