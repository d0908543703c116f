import type { Bank } from '../bank/port.ts'
import type { Random } from '../kernel/random.ts'
import type { Offers } from '../sca/sca.ts'
import type { Storage, WorldQueries } from '../storage/storage.ts'
import type { Room } from './room.ts'

/** What every operation of payments is made of. */
export interface PaymentParts {
  storage: Pick<Storage, 'row' | 'rows' | 'run'>
  random: Random
  bank(world: WorldQueries): Bank
  /** Links begin with it. */
  publicUrl(): string
  offers: Pick<Offers, 'approval' | 'authorisations' | 'authorisation'>
  /** There is an end to what fits into a world of the sandbox. */
  room?: Room
  /** Whether payments between own accounts need no approval within a session. */
  ownTransfersExempt: boolean
  /** How many payments a bulk payment may hold. */
  bulkPaymentsMax: number
  /** How many payments a basket may hold. */
  basketPaymentsMax: number
  /** Whether domestic payments can be read before they are approved. */
  domesticReadableAtOnce: boolean
}
