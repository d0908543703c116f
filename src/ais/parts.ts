import type { Bank } from '../bank/port.ts'
import type { Caller } from '../kernel/caller.ts'

export interface AccountInformationParts {
  /** The bank of the caller's world. */
  bankOf(caller: Pick<Caller, 'world'>): Bank
  /** Links begin with it. */
  publicUrl(): string
}
