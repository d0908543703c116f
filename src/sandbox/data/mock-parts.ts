import type { Random } from '../../kernel/random.ts'
import type { Storage } from '../../storage/storage.ts'
import type { WorldBounds } from './world-bounds.ts'

/** What every mock-data operation works with. */
export interface MockParts {
  storage: Storage
  random: Random
  bounds: WorldBounds
}
