export { type ScaStatus, scaStatuses } from './authorisations.ts'
export { type CreatedSca, createSca, type ScaParts } from './create-sca.ts'
export type { Failure } from './failures.ts'
export type {
  Browser,
  ConsentChoice,
  Decision,
  OwnConsent,
  ScaFlow,
  Shows,
  Step,
  StepCommon,
} from './flow.ts'
export { forgetVisits } from './forget.ts'
export type { ScaGuards } from './guard.ts'
export type { Headless } from './headless.ts'
export type { Listing } from './listing.ts'
export { createSandboxLogin, type PsuLogin } from './log-in.ts'
export type { Approver, Offers } from './offer.ts'
export { createPsuPages, type PsuPagesParts } from './pages/pages.ts'
export { requireSession, type ScaReason } from './policy.ts'
export type {
  AskingCaller,
  Grant,
  OfferingCaller,
  PayingCaller,
  PsuAccess,
  PsuCaller,
  PsuRequest,
} from './psu-access.ts'
export type { QuotaOperations } from './quota-operations.ts'
export { ScaNeeded } from './sca-needed.ts'
export {
  type GrantedParameters,
  type GrantedStanding,
  grantedColumns,
  grantedJoins,
  type Standing,
  type StandingParameters,
  type StandingQuestion,
  standingColumns,
  standingJoins,
} from './standing.ts'
export type {
  Binding,
  Payee,
  SubjectDescription,
  SubjectLine,
  Words,
} from './subject-description.ts'
export type { ApprovalFailure, ScaSubject, SubjectOfLink } from './subjects.ts'
