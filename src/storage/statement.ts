import assert from 'node:assert/strict'
import { worldTablesIn } from './world-check.ts'

/**
 * One SQL text with a name, by which each connection prepares it once, which is worth two thirds of
 * the throughput; the types are fixed where the SQL is written.
 */
export interface Statement<P extends readonly unknown[], R> {
  readonly name: string
  readonly text: string
  /** Never set: carries the types of parameters and rows. */
  readonly types?: (parameters: P) => R
}

// Longer names are cut by some servers and poolers, and two cut names may collide.
const nameLengthMax = 63

const textOf = new Map<string, string>()

/** A statement outside any world; the tables of a world are reached through `worldStatement`. */
export function statement<P extends readonly unknown[], R = never>(
  name: string,
  text: string,
): Statement<P, R> {
  const tables = worldTablesIn(text)
  assert(tables.length === 0, `Statement '${name}' reaches ${tables.join(', ')} past the world.`)
  return named(name, text)
}

export function named<P extends readonly unknown[], R>(
  name: string,
  text: string,
): Statement<P, R> {
  assert(name.length > 0 && name.length <= nameLengthMax, `A statement cannot be named '${name}'.`)
  // A connection that has seen one of them would run it in place of the other.
  assert.equal(textOf.get(name) ?? text, text, `Two statements are named '${name}'.`)
  textOf.set(name, text)
  return { name, text }
}

/**
 * Asks the database. Outside a transaction the session is read-only, so a write that goes past
 * `transaction()` is refused by the database itself.
 */
export interface Queries {
  rows<P extends readonly unknown[], R>(
    statement: Statement<P, R>,
    parameters: NoInfer<P>,
  ): Promise<R[]>
  /** The one row there is, if any; a second row is a bug. */
  row<P extends readonly unknown[], R>(
    statement: Statement<P, R>,
    parameters: NoInfer<P>,
  ): Promise<R | undefined>
  /** How many rows were affected. */
  run<P extends readonly unknown[]>(
    statement: Statement<P, unknown>,
    parameters: NoInfer<P>,
  ): Promise<number>
}

export interface Transaction extends Queries {
  /**
   * A write that nobody waits for: it leaves with the audit row and COMMIT, along with others like it
   * whose effects it does not see. When it fails, nothing is committed, and the transaction throws
   * what `explained` makes of the failure; that of others it gives back as it is.
   */
  runLast<P extends readonly unknown[]>(
    statement: Statement<P, unknown>,
    parameters: NoInfer<P>,
    explained?: (error: unknown) => unknown,
  ): void
}
