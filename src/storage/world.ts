import assert from 'node:assert/strict'
import { named, type Queries, type Statement, type Transaction } from './statement.ts'
import { untiedTables } from './world-check.ts'

/**
 * No query can forget the world. Tables of a world are reached only through a `WorldStatement`,
 * which takes the world as `$1` without being told; and one that leaves any such table untied to
 * `$1` fails where it is written down, when its file is loaded.
 */
export interface WorldStatement<P extends readonly unknown[], R> {
  readonly inWorld: Statement<[world: bigint, ...P], R>
}

export function worldStatement<P extends readonly unknown[], R = never>(
  name: string,
  text: string,
): WorldStatement<P, R> {
  const untied = untiedTables(text)
  assert(untied.length === 0, `Statement '${name}' does not tie ${untied.join(', ')} to $1.`)
  return { inWorld: named<[bigint, ...P], R>(name, text) }
}

/** For the few tasks of the bank's own that go over all worlds; says which and why. */
export function acrossWorlds<P extends readonly unknown[], R = never>(
  _why: string,
  name: string,
  text: string,
): Statement<P, R> {
  return named(name, text)
}

/** The same questions as `Queries`, asked within one world. */
export interface WorldQueries {
  readonly world: bigint
  rows<P extends readonly unknown[], R>(
    statement: WorldStatement<P, R>,
    parameters: NoInfer<P>,
  ): Promise<R[]>
  row<P extends readonly unknown[], R>(
    statement: WorldStatement<P, R>,
    parameters: NoInfer<P>,
  ): Promise<R | undefined>
  run<P extends readonly unknown[]>(
    statement: WorldStatement<P, unknown>,
    parameters: NoInfer<P>,
  ): Promise<number>
}

/** The same within a transaction. */
export interface WorldTransaction extends WorldQueries {
  /** As in a transaction: nobody waits for it, and it leaves with COMMIT. */
  runLast<P extends readonly unknown[]>(
    statement: WorldStatement<P, unknown>,
    parameters: NoInfer<P>,
    explained?: (error: unknown) => unknown,
  ): void
}

export function inWorld(queries: Transaction, world: bigint): WorldTransaction
export function inWorld(queries: Queries, world: bigint): WorldQueries
export function inWorld(queries: Queries, world: bigint): WorldQueries {
  return new InWorld(queries as Transaction, world)
}

/** Every call makes some, so what they do is not made anew for each. */
class InWorld implements WorldTransaction {
  readonly world: bigint
  readonly #queries: Transaction

  constructor(queries: Transaction, world: bigint) {
    this.world = world
    this.#queries = queries
  }

  rows<P extends readonly unknown[], R>(statement: WorldStatement<P, R>, parameters: NoInfer<P>) {
    return this.#queries.rows(statement.inWorld, [this.world, ...parameters])
  }

  row<P extends readonly unknown[], R>(statement: WorldStatement<P, R>, parameters: NoInfer<P>) {
    return this.#queries.row(statement.inWorld, [this.world, ...parameters])
  }

  run<P extends readonly unknown[]>(statement: WorldStatement<P, unknown>, parameters: NoInfer<P>) {
    return this.#queries.run(statement.inWorld, [this.world, ...parameters])
  }

  /** Only told to whoever gave a transaction. */
  runLast<P extends readonly unknown[]>(
    statement: WorldStatement<P, unknown>,
    parameters: NoInfer<P>,
    explained?: (error: unknown) => unknown,
  ) {
    this.#queries.runLast(statement.inWorld, [this.world, ...parameters], explained)
  }
}
