export {
  type Authenticate,
  type Check,
  createAuthenticate,
  type SignedRequest,
  type Tpp,
} from './authenticate.ts'
export { parseCertificateHeader, type TppCertificate } from './certificate.ts'
export { createCertificateReader } from './certificate-reader.ts'
export { type Contacts, createContacts } from './contacts.ts'
export { createExplain } from './explain.ts'
export { isTppId } from './qualified.ts'
export { createRegister, type Entry } from './register.ts'
export { createStanding, revoke } from './standing.ts'
export { createTrust } from './trust.ts'
