import { randomBytes, randomUUID } from 'node:crypto'

/** Randomness comes in as a parameter, so that a simulation can replay it from a seed. */
export interface Random {
  uuid(): string
  bytes(count: number): Buffer
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
}
