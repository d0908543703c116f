export { decodeBase64 } from './base64.ts'
export {
  children,
  childrenOf,
  type Der,
  DerError,
  expectTag,
  readDer,
  readOid,
  readText,
  tags,
} from './der.ts'
export { checkDigest, type DigestAlgorithm, digestHeader, digestOf } from './digest.ts'
export { explainFault } from './explain.ts'
export type { ExplainContext, Explanation, FirstDifference } from './explanation.ts'
export { type Check, type FaultReason, SigningFault } from './faults.ts'
export { headersToSign } from './header-list.ts'
export { type MessageHeaders, readHeaderPairs, readRawHeaders } from './headers.ts'
export { checkDate, clockToleranceMs, formatHttpDate, parseHttpDate } from './http-date.ts'
export { type CertificateIdentity, readCertificateIdentity } from './identity.ts'
export { algorithmOf, type SigningAlgorithm } from './key.ts'
export { checkKeyId, type KeyId, parseKeyId } from './key-id.ts'
export { type Attribute, type Name, printName, readName, sameName } from './name.ts'
export { NameError, parseName } from './name-text.ts'
export { certificatesInPem } from './pem.ts'
export { decodeHeader, encodeHeader } from './rfc2047.ts'
export { type MessageToSign, signMessage } from './sign.ts'
export {
  parseSignatureHeader,
  printSignatureHeader,
  type SignatureParts,
} from './signature-header.ts'
export { buildSigningString, type Message, requestTarget } from './signing-string.ts'
export { checkSignature, type SignedMessage } from './verify.ts'
