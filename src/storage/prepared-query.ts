import pg from 'pg'
import type { Prepared } from './queries.ts'

/** What the driver knows of the columns once it has read their description. */
interface Columns {
  fields: unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** The driver's own query, with what its types leave out; its version is pinned. */
interface DriverQuery extends pg.Submittable {
  readonly name: string
  readonly values: Prepared['values']
  readonly _result: Columns
  _accumulateRows: boolean
  submit(connection: pg.Connection): Error | null
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

type Callback = (error: Error | null, answer: pg.QueryResult) => void

const Query = pg.Query as unknown as new (
  statement: Prepared['statement'],
  values: Prepared['values'],
  callback: Callback,
) => DriverQuery

const columnsSeen = new WeakMap<pg.Connection, Map<string, Columns>>()

function seenOn(connection: pg.Connection): Map<string, Columns> {
  const seen = columnsSeen.get(connection) ?? new Map<string, Columns>()
  columnsSeen.set(connection, seen)
  return seen
}

/**
 * The driver asks for the description of a statement's columns with every execution and takes it
 * apart anew, which is more than a quarter of what a short statement costs. A prepared statement
 * keeps its columns for as long as it lives (the server refuses it should they change), so one
 * description for each connection is enough.
 */
class PreparedQuery extends Query {
  override submit(connection: pg.Connection): Error | null {
    const columns = seenOn(connection).get(this.name)
    if (!columns) return super.submit(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    connection.stream.cork()
    connection.bind({ statement: this.name, values: this.values }, true)
    connection.execute({}, true)
    connection.sync()
    connection.stream.uncork()
    return null
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    const seen = seenOn(connection)
    if (!seen.has(this.name)) seen.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    super.handleCommandComplete(message, connection)
  }
}

export const ask = (
  client: pg.ClientBase,
  { statement, values }: Prepared,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const settle: Callback = (error, answer) => (error ? reject(error) : resolve(answer))
    client.query(new PreparedQuery(statement, values, settle))
  })
