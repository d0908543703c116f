import type { Log } from './observability/observability.ts'

export interface Task {
  what: string
  everyMs: number
  run(): Promise<unknown>
}

/** Tasks that run now and then beside the requests; one that fails is tried again at its next turn. */
export function startHousekeeping(log: Log, tasks: readonly Task[]): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const timers = tasks.map(({ what, everyMs, run }) => {
    let busy = false
    const turn = async () => {
      if (busy) return
      busy = true
      const work = run()
        .catch((error) =>
          log.warn({ what, reason: String(error) }, 'a task failed; its next turn tries again'),
        )
        .then(() => undefined)
      running.add(work)
      await work
      running.delete(work)
      busy = false
    }
    return setInterval(() => void turn(), everyMs).unref()
  })
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
