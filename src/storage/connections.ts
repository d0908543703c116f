import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { Problem } from '../kernel/problem.ts'
import type { Health } from './health.ts'
import { isConnectionLost, toProblem } from './unavailable.ts'

/** Lends connections, throws away the broken ones, and tells how the database fares. */
export interface Connections {
  use<T>(work: (client: PoolClient) => Promise<T>): Promise<T>
}

export function createConnections(pool: Pool, health: Health): Connections {
  return {
    use: async (work) => {
      let client: PoolClient | undefined
      try {
        client = await pool.connect()
        const result = await work(client)
        health.answered()
        client.release(!isClean(client))
        return result
      } catch (error) {
        // By itself its stack leads to the socket; now it leads to whoever asked.
        if (error instanceof DatabaseError) Error.captureStackTrace(error)
        const lost = isConnectionLost(rootOf(error))
        if (lost) health.lost(rootOf(error))
        client?.release(lost || !isClean(client))
        throw toProblem(error)
      }
    },
  }
}

function rootOf(error: unknown): unknown {
  return error instanceof Problem ? error.cause : error
}

/** Not in a transaction, nor in the ruins of one. */
function isClean(client: PoolClient): boolean {
  return client.getTransactionStatus() === 'I'
}
