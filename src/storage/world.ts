import assert from 'node:assert/strict'
import { named, type Queries, type Statement } from './statement.ts'
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

export const inWorld = (queries: Queries, world: bigint): WorldQueries => ({
  world,
  rows: (statement, parameters) => queries.rows(statement.inWorld, [world, ...parameters]),
  row: (statement, parameters) => queries.row(statement.inWorld, [world, ...parameters]),
  run: (statement, parameters) => queries.run(statement.inWorld, [world, ...parameters]),
})
