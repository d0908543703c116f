import assert from 'node:assert/strict'
import type { QueryResult } from 'pg'
import type { Queries, Statement } from './statement.ts'
import { type Parameter, toParameter } from './values.ts'

export type Sent = Pick<Statement<never, unknown>, 'name' | 'text'>
type Send = (statement: Sent, parameters: readonly unknown[]) => Promise<QueryResult>

/** What the driver takes; fails here, if at all, and not when it is half sent. */
export interface Prepared {
  statement: Sent
  values: Parameter[]
}

export const prepared = (statement: Sent, parameters: readonly unknown[]): Prepared => ({
  statement,
  values: parameters.map(toParameter),
})

export function queriesOver(send: Send): Queries {
  return {
    rows: async (statement, parameters) => (await send(statement, parameters)).rows,
    row: async (statement, parameters) => {
      const { rows } = await send(statement, parameters)
      assert(rows.length <= 1, `Statement '${statement.name}' gave ${rows.length} rows, not one.`)
      return rows[0]
    },
    run: async (statement, parameters) => (await send(statement, parameters)).rowCount ?? 0,
  }
}
