import type { Role } from '../../kernel/caller.ts'

/**
 * The qcStatements extension of ETSI EN 319 412-5 with the PSD2 statement of ETSI TS 119 495:
 * what makes a certificate a qualified one, for which use, and what its holder may do.
 */
export interface QcContent {
  use: 'seal' | 'web'
  roles: readonly PspRole[]
  ncaName: string
  ncaId: string
}

export type PspRole = 'PSP_AS' | 'PSP_PI' | 'PSP_AI'

export const qcStatementsOid = '1.3.6.1.5.5.7.1.3'

const roleOids: Record<PspRole, string> = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
}

export const pspRole: Record<Role, PspRole> = { AISP: 'PSP_AI', PISP: 'PSP_PI' }

export function qcStatements({ use, roles, ncaName, ncaId }: QcContent): Buffer {
  const qcCompliance = sequence(oid('0.4.0.1862.1.1'))
  const qcType = sequence(
    oid('0.4.0.1862.1.6'),
    sequence(oid(use === 'seal' ? '0.4.0.1862.1.6.2' : '0.4.0.1862.1.6.3')),
  )
  const rolesOfPsp = sequence(...roles.map((role) => sequence(oid(roleOids[role]), utf8(role))))
  const psd2 = sequence(oid('0.4.0.19495.2'), sequence(rolesOfPsp, utf8(ncaName), utf8(ncaId)))
  return sequence(qcCompliance, qcType, psd2)
}

const sequence = (...parts: Buffer[]): Buffer => encode(0x30, Buffer.concat(parts))
const utf8 = (text: string): Buffer => encode(0x0c, Buffer.from(text, 'utf8'))

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encode(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

function base128(arc: number): number[] {
  const bytes = [arc & 0x7f]
  for (let left = arc >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80)
  return bytes
}

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}
