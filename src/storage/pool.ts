import type { Conversation } from './conversation.ts'

/** As many conversations as there may be, lent to one after the other. */
export interface Pool {
  /** One that is there already. */
  free(): Conversation | undefined
  /** The next one, in the order in which it was asked for. */
  next(): Promise<Conversation>
  giveBack(conversation: Conversation): void
  /** Waits until all have come back. */
  end(): Promise<void>
}

export interface PoolOptions {
  connect(): Promise<Conversation>
  connections: number
  /** Of a connection that nobody was using. */
  onLost(error: Error): void
  patienceMs?: number
}

const lifetimeMs = 30 * 60_000
const usualPatienceMs = 5_000

interface Waiting {
  since: number
  resolve(conversation: Conversation): void
  reject(error: Error): void
}

export function createPool(options: PoolOptions): Pool {
  const { connect, connections, onLost, patienceMs = usualPatienceMs } = options
  /** The one that was used last goes first: the others may rest. */
  const resting: Conversation[] = []
  const bornAt = new Map<Conversation, number>()
  const waiting: Waiting[] = []
  const { promise: ended, resolve: allGone } = Promise.withResolvers<void>()
  let opening = 0
  let isEnding = false
  let watched = false

  function open(): void {
    opening++
    connect()
      .then(welcome, (error) => waiting.shift()?.reject(error))
      .finally(() => {
        opening--
        openMore()
        checkEnd()
      })
  }

  /** Whoever waits could have been left behind by one that broke or failed to open. */
  function openMore(): void {
    const missing = waiting.length - opening
    const room = connections - bornAt.size - opening
    for (let more = Math.min(missing, room); more > 0; more--) open()
  }

  function welcome(conversation: Conversation): void {
    bornAt.set(conversation, performance.now())
    conversation.onceGone((error) => forget(conversation, error))
    giveBack(conversation)
  }

  function forget(conversation: Conversation, error: Error): void {
    bornAt.delete(conversation)
    const place = resting.indexOf(conversation)
    if (place >= 0) {
      resting.splice(place, 1)
      if (!isEnding) onLost(error)
    }
    openMore()
    checkEnd()
  }

  function giveBack(conversation: Conversation): void {
    const age = performance.now() - (bornAt.get(conversation) ?? 0)
    if (isEnding || !conversation.isFree || age > lifetimeMs) {
      conversation.end().catch(() => {})
      return
    }
    const first = waiting.shift()
    if (first) first.resolve(conversation)
    else resting.push(conversation)
  }

  /** One timer for all who wait, since under load nearly everybody does for a moment. */
  function watch(): void {
    const [first] = waiting
    watched = first !== undefined
    if (!first) return
    const leftMs = first.since + patienceMs - performance.now()
    if (leftMs > 0) {
      setTimeout(watch, leftMs).unref()
      return
    }
    waiting.shift()?.reject(new Error('timeout exceeded when trying to connect'))
    watch()
  }

  function checkEnd(): void {
    if (isEnding && bornAt.size === 0 && opening === 0) allGone()
  }

  return {
    free: () => resting.pop(),
    next: () =>
      new Promise((resolve, reject) => {
        if (isEnding) return reject(closed())
        waiting.push({ since: performance.now(), resolve, reject })
        openMore()
        if (!watched) watch()
      }),
    giveBack,
    end: () => {
      isEnding = true
      for (const { reject } of waiting.splice(0)) reject(closed())
      for (const conversation of resting.splice(0)) conversation.end().catch(() => {})
      checkEnd()
      return ended
    },
  }
}

const closed = (): Error => new Error('Cannot use a pool after calling end on the pool')
