import type { Context } from '../bank/port.ts'
import type { WorldQueries } from '../storage/storage.ts'
import type { Failure } from './failures.ts'
import type { Binding, SubjectDescription } from './subject-description.ts'

/**
 * What a PSU can approve besides a consent. Payments, baskets and cancellations are each one; a
 * link is bound to one kind and one id and approves nothing else.
 */
export interface ScaSubject {
  kind: string
  /**
   * What a code is made for; undefined when nothing waits for approval. Rows that it looks at are
   * locked, since the step that compares it goes on to approve: nobody changes them in between.
   */
  binding(
    world: WorldQueries,
    subject: Pick<SubjectOfLink, 'id' | 'tppId' | 'now'>,
  ): Promise<Binding | undefined>
  /** Exactly what is approved; undefined when this PSU may not, or when nothing waits for approval. */
  describe(world: WorldQueries, subject: SubjectOfLink): Promise<SubjectDescription | undefined>
  /** Undefined when done, otherwise why not; the redirect then carries it. */
  approve(world: WorldQueries, subject: SubjectOfLink): Promise<ApprovalFailure | undefined>
  reject(world: WorldQueries, subject: SubjectOfLink): Promise<Failure>
}

export interface ApprovalFailure extends Failure {
  /** The PSU has approved, and what failed is to carry it out. */
  approved?: true
}

export interface SubjectOfLink {
  id: string
  tppId: string
  customerId: string
  context: Context
  now: Temporal.Instant
}
