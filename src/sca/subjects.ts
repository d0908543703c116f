import type { Context } from '../bank/port.ts'
import type { WorldQueries } from '../storage/storage.ts'
import type { Failure } from './failures.ts'
import type { SubjectDescription } from './flow.ts'

/**
 * What a PSU can approve besides a consent. Payments, baskets and cancellations are each one; a
 * link is bound to one kind and one id and approves nothing else.
 */
export interface ScaSubject {
  kind: string
  /** Exactly what is approved; undefined when this PSU may not, or when nothing waits for approval. */
  describe(world: WorldQueries, subject: SubjectOfLink): Promise<SubjectDescription | undefined>
  /** Undefined when done, otherwise why not; the redirect then carries it. */
  approve(world: WorldQueries, subject: SubjectOfLink): Promise<Failure | undefined>
  reject(world: WorldQueries, subject: SubjectOfLink): Promise<Failure>
}

export interface SubjectOfLink {
  id: string
  tppId: string
  customerId: string
  context: Context
  now: Temporal.Instant
}
