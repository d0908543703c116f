import { randomBytes, randomUUID } from 'node:crypto'

/** Randomness comes in as a parameter, so that a simulation can replay it from a seed. */
export interface Random {
  uuid(): string
  bytes(count: number): Buffer
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: drawn,
}

const drawnAtOnce = 4096
let ready = Buffer.alloc(0)

/** No byte is given twice. To ask the system takes so long that it is asked for many at once. */
function drawn(count: number): Buffer {
  if (ready.length < count) ready = randomBytes(Math.max(count, drawnAtOnce))
  const bytes = ready.subarray(0, count)
  ready = ready.subarray(count)
  return bytes
}
