import { hash } from 'node:crypto'
import type { Random } from '../../src/kernel/random.ts'

/** The ids and secrets of a run that can be had again: the order of payments goes by their ids. */
export function seededRandom(seed: number): Random & { beginStep(number: number): void } {
  let step = 0
  let blocks = 0
  const block = (): Buffer => hash('sha256', `${seed} ${step} ${++blocks}`, 'buffer')
  const bytes = (count: number): Buffer =>
    Buffer.concat(Array.from({ length: Math.ceil(count / 32) }, block)).subarray(0, count)
  return {
    bytes,
    beginStep(number) {
      step = number
      blocks = 0
    },
    uuid: () => {
      const id = Buffer.from(bytes(16))
      id[6] = (id[6]! & 0x0f) | 0x40
      id[8] = (id[8]! & 0x3f) | 0x80
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
