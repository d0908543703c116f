import { askOnce } from './probe.ts'
import type { StorageLog } from './storage-log.ts'

/** Knows whether the database answers, from what the queries meet and from probes in between. */
export interface Health {
  ready(): boolean
  answered(): void
  lost(cause: unknown): void
  /** Something is known to have changed: look again now. */
  probe(): Promise<void>
  close(): void
}

const probeWhileLostMs = 500
const probeWhileIdleMs = 5_000

export function watchHealth(databaseUrl: string, log: StorageLog): Health {
  let ready = true
  let closed = false
  let lastAnswer = performance.now()
  let timer: NodeJS.Timeout | undefined

  function schedule(waitMs = ready ? probeWhileIdleMs : probeWhileLostMs): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void look(), waitMs)
    timer.unref()
  }

  function set(now: boolean, cause?: unknown): void {
    if (closed || ready === now) return
    ready = now
    if (now) log.info({}, 'the database answers again')
    else log.warn({ reason: String(cause) }, 'the database does not answer')
    schedule()
  }

  async function look(): Promise<void> {
    if (ready && performance.now() - lastAnswer < probeWhileIdleMs) return schedule()
    try {
      await askOnce(databaseUrl)
      lastAnswer = performance.now()
      set(true)
    } catch (error) {
      set(false, error)
    }
    schedule()
  }

  schedule()
  return {
    ready: () => ready && !closed,
    answered: () => {
      lastAnswer = performance.now()
    },
    lost: (cause) => {
      if (!ready) return
      set(false, cause)
      // Perhaps it was this one connection only.
      schedule(0)
    },
    probe: look,
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
