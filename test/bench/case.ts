import type { CallOptions, Credentials, TppClient } from '../../src/sdk/sdk.ts'

/** The TPP that calls in a benchmark, with the RSA key that most TPPs have. */
export interface BenchTpp {
  id: string
  client: TppClient
  credentials: Credentials
}

export interface BenchCall extends CallOptions {
  method: string
  target: string
}

/** The one statement that the limit server runs for each request. */
export interface LimitQuery {
  sql: string
  parameters: readonly (string | number | boolean | null)[]
  /** A list answers with all rows, anything else with the one. */
  answers: 'row' | 'rows'
}

/** One thing to measure. A case may repeat its calls, so it must be one that only reads. */
export interface BenchCase {
  name: string
  /** The least throughput that will do, as a part of the limit server's; some have none. */
  goal: number | undefined
  /** Puts the data in place, through the interface itself. */
  prepare(tpp: BenchTpp): Promise<Prepared>
}

export interface Prepared {
  call: BenchCall
  limit: LimitQuery
}
