import type { Pool, PoolClient } from 'pg'
import { Problem } from '../kernel/problem.ts'
import type { Health } from './health.ts'
import { isConnectionLost, toProblem } from './unavailable.ts'

/** Lends connections, throws away the broken ones, and tells how the database fares. */
export interface Connections {
  use<T>(work: (client: PoolClient) => Promise<T>): Promise<T>
}

export function createConnections(pool: Pool, health: Health): Connections {
  async function acquire(): Promise<PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      if (isConnectionLost(error)) health.lost(error)
      throw toProblem(error)
    }
  }

  return {
    use: async (work) => {
      const client = await acquire()
      try {
        const result = await work(client)
        health.answered()
        client.release(!isClean(client))
        return result
      } catch (error) {
        const lost = isConnectionLost(rootOf(error))
        if (lost) health.lost(rootOf(error))
        client.release(lost || !isClean(client))
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
