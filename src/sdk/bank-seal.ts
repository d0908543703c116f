import type { X509Certificate } from 'node:crypto'
import {
  type CertificateIdentity,
  childrenOf,
  expectTag,
  readDer,
  readOid,
  tags,
} from '../signing/signing.ts'

/** What is known beforehand of the bank's seal; without it any certificate will do. */
export interface ExpectedSeal {
  authorities?: readonly X509Certificate[]
  /** Its common name or organizationIdentifier; else the role of a bank is asked for. */
  bank?: string
}

/** An authority issues for many: TPPs, and often other banks as well. */
export function requireBankSeal(
  certificate: X509Certificate,
  identity: CertificateIdentity,
  { authorities, bank }: ExpectedSeal,
): void {
  if (authorities && !authorities.some((each) => isIssuedBy(certificate, each))) {
    throw new Error('the bank’s certificate was not issued by the given authority')
  }
  if (bank !== undefined && !namesIn(identity).includes(bank)) {
    throw new Error(`its certificate is not that of ${bank}`)
  }
  if (bank === undefined && authorities && !isOfBank(certificate)) {
    throw new Error('its certificate is not that of a bank: it lacks the role PSP_AS')
  }
}

const isIssuedBy = (certificate: X509Certificate, authority: X509Certificate): boolean =>
  certificate.checkIssued(authority) && certificate.verify(authority.publicKey)

const namingOids = ['2.5.4.3', '2.5.4.97']

const namesIn = ({ subject }: CertificateIdentity): unknown[] =>
  subject
    .flat()
    .filter(({ oid }) => namingOids.includes(oid))
    .map(({ value }) => value)

const qcStatementsOid = '1.3.6.1.5.5.7.1.3'
const psd2Oid = '0.4.0.19495.2'
const accountServicingOid = '0.4.0.19495.1.1'
const extensionsTag = 0xa3

/** Whether the PSD2 statement (ETSI TS 119 495) names the role of an account servicing bank. */
function isOfBank({ raw }: X509Certificate): boolean {
  const [toBeSigned] = childrenOf(tags.sequence, readDer(raw))
  const fields = childrenOf(tags.sequence, toBeSigned)
  const extensions = fields.find(({ tag }) => tag === extensionsTag)
  const statements = extensions && statementsIn(extensions.content)
  return (statements ?? []).some((statement) => {
    const [id, info] = childrenOf(tags.sequence, statement)
    if (readOid(id) !== psd2Oid) return false
    const [roles] = childrenOf(tags.sequence, info)
    return childrenOf(tags.sequence, roles).some((role) => {
      const [oid] = childrenOf(tags.sequence, role)
      return readOid(oid) === accountServicingOid
    })
  })
}

function statementsIn(extensions: Buffer) {
  for (const extension of childrenOf(tags.sequence, readDer(extensions))) {
    const parts = childrenOf(tags.sequence, extension)
    if (readOid(parts[0]) !== qcStatementsOid) continue
    const { content } = expectTag(tags.octetString, parts.at(-1))
    return childrenOf(tags.sequence, readDer(content))
  }
  return undefined
}
