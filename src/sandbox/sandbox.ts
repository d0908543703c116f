export {
  type Identities,
  type Identity,
  openIdentities,
  sandboxOrganization,
} from './identities.ts'
export { createTestCertificates, type TestCertificates } from './test-certificates.ts'
