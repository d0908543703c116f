import type { Role } from '../kernel/caller.ts'
import { childrenOf, readDer, readOid, readText, tags } from '../signing/signing.ts'

/** What the qcStatements extension says (ETSI EN 319 412-5, PSD2 statement of ETSI TS 119 495). */
export interface QcStatements {
  /** What the certificate is qualified for; a seal signs requests. */
  uses: QcUse[]
  psd2?: { roles: Role[]; ncaName: string; ncaId: string }
}

export type QcUse = 'signature' | 'seal' | 'website' | 'other'

export const qcStatementsOid = '1.3.6.1.5.5.7.1.3'

const qcTypeOid = '0.4.0.1862.1.6'
const psd2Oid = '0.4.0.19495.2'

const uses: Record<string, QcUse> = {
  '0.4.0.1862.1.6.1': 'signature',
  '0.4.0.1862.1.6.2': 'seal',
  '0.4.0.1862.1.6.3': 'website',
}

/** By OID: the names beside them in a certificate are free text. */
const roleOids: Record<string, Role> = {
  '0.4.0.19495.1.2': 'PISP',
  '0.4.0.19495.1.3': 'AISP',
}

export function readQcStatements(extension: Buffer): QcStatements {
  const found: QcStatements = { uses: [] }
  for (const statement of childrenOf(tags.sequence, readDer(extension))) {
    const [id, info] = childrenOf(tags.sequence, statement)
    const oid = readOid(id)
    if (oid === qcTypeOid) {
      found.uses = childrenOf(tags.sequence, info).map((use) => uses[readOid(use)] ?? 'other')
    } else if (oid === psd2Oid) {
      const [rolesOfPsp, ncaName, ncaId] = childrenOf(tags.sequence, info)
      const held = childrenOf(tags.sequence, rolesOfPsp).map((role) => {
        const [roleOid] = childrenOf(tags.sequence, role)
        return roleOids[readOid(roleOid)]
      })
      found.psd2 = {
        roles: [...new Set(held.filter((role) => role !== undefined))],
        ncaName: readText(ncaName),
        ncaId: readText(ncaId),
      }
    }
  }
  return found
}
