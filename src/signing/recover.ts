import { constants, type KeyObject, publicDecrypt } from 'node:crypto'
import { childrenOf, expectTag, readDer, readOid, tags } from './der.ts'

/** What an RSA signature says was signed: the hash, and its kind when it says so. */
export interface RecoveredHash {
  algorithm: string | undefined
  digest: Buffer
}

const hashNames: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Undefined when the signature was not made with the private key of `publicKey`. */
export function recoverHash(publicKey: KeyObject, signature: Buffer): RecoveredHash | undefined {
  let content: Buffer
  try {
    content = publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature)
  } catch {
    return undefined
  }
  return readDigestInfo(content) ?? { algorithm: undefined, digest: content }
}

function readDigestInfo(content: Buffer): RecoveredHash | undefined {
  try {
    const [kind, digest] = childrenOf(tags.sequence, readDer(content))
    const oid = readOid(childrenOf(tags.sequence, kind)[0])
    return { algorithm: hashNames[oid] ?? oid, digest: expectTag(tags.octetString, digest).content }
  } catch {
    return undefined
  }
}
