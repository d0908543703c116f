import { bbanFrom } from '../../kernel/bban.ts'
import type { Random } from '../../kernel/random.ts'

/** The register number of our own bank; no bank in Norway has it. */
export const ownRegister = '9991'

/** Of a bank, there as little, that posts instant payments with its next batch only. */
export const slowRegister = '9993'
const digitsAfterRegister = 6

/** One in eleven has no check digit; then the next is drawn. */
export function drawBban(random: Random): string {
  for (;;) {
    const drawn = random.bytes(4).readUInt32BE() % 10 ** digitsAfterRegister
    const bban = bbanFrom(ownRegister + String(drawn).padStart(digitsAfterRegister, '0'))
    if (bban !== undefined) return bban
  }
}

export function drawMaskedPan(random: Random): string {
  const last = random.bytes(2).readUInt16BE() % 10_000
  return `492599******${String(last).padStart(4, '0')}`
}
