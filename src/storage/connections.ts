import pg from 'pg'
import { Problem } from '../kernel/problem.ts'
import type { Conversation } from './conversation.ts'
import type { Health } from './health.ts'
import type { Pool } from './pool.ts'
import { isConnectionLost, toProblem } from './unavailable.ts'

/** Lends connections and tells how the database fares. */
export interface Connections {
  use<T>(work: (conversation: Conversation) => Promise<T>): Promise<T>
}

export function createConnections(pool: Pool, health: Health): Connections {
  return {
    use: async (work) => {
      let lent: Conversation | undefined
      try {
        lent = pool.free() ?? (await pool.next())
        const result = await work(lent)
        health.answered()
        return result
      } catch (error) {
        // By itself its stack leads to the socket; now it leads to whoever asked.
        if (error instanceof pg.DatabaseError) Error.captureStackTrace(error)
        if (isConnectionLost(rootOf(error))) health.lost(rootOf(error))
        throw toProblem(error)
      } finally {
        if (lent) pool.giveBack(lent)
      }
    },
  }
}

function rootOf(error: unknown): unknown {
  return error instanceof Problem ? error.cause : error
}
