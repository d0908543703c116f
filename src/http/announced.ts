import type { ChangeName } from '../wire/announced-changes.ts'
import type { Answer } from './answer.ts'

/** The answer with the header that repeats the announced changes that were asked for. */
export const repeatAccepted = (accepted: readonly ChangeName[], answer: Answer): Answer =>
  accepted.length === 0
    ? answer
    : { ...answer, headers: { ...answer.headers, 'x-accept-fix': accepted.join(', ') } }
