import assert from 'node:assert/strict'
import { rowCountIn } from './answers.ts'
import type { Answer } from './question.ts'
import type { Queries, Statement } from './statement.ts'
import { type Parameter, toParameter } from './values.ts'

export type Sent = Pick<Statement<never, unknown>, 'name' | 'text'>
type Send = (statement: Sent, parameters: readonly unknown[]) => Promise<Answer>

/** Ready to be sent; fails here, if at all, and not when it is half sent. */
export interface Prepared {
  statement: Sent
  values: Parameter[]
}

export const prepared = (statement: Sent, parameters: readonly unknown[]): Prepared => ({
  statement,
  values: parameters.map(toParameter),
})

export function queriesOver(send: Send): Queries {
  async function rows<P extends readonly unknown[], R>(
    statement: Statement<P, R>,
    parameters: NoInfer<P>,
  ): Promise<R[]> {
    return (await send(statement, parameters)).rows as R[]
  }
  return {
    rows,
    row: async (statement, parameters) => {
      const found = await rows(statement, parameters)
      assert(found.length <= 1, `Statement '${statement.name}' gave ${found.length} rows, not one.`)
      return found[0]
    },
    run: async (statement, parameters) => rowCountIn((await send(statement, parameters)).tag),
  }
}
