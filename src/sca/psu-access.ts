import type { Context } from '../bank/port.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Listing } from './listing.ts'
import type { Standing } from './standing.ts'

/** What the headers of a request say about the PSU, checked by form only. */
export interface PsuRequest {
  psuId: string | undefined
  psuCorporateId: string | undefined
  /** A national identity or D-number that stands in for PSU-ID. */
  psuIdentity: string | undefined
  context: Context['kind'] | undefined
  sessionId: string | undefined
  redirectUri: string
  /** TPP-Redirect-Preferred: false asks for approval in the bank's app. */
  redirectPreferred: boolean
  /** PSU-IP-Address was sent: the PSU asked for this access just now. */
  present: boolean
}

export interface Grant {
  /** As text: it is looked at for details only. */
  grantedAt: string
}

/** What a TPP may see for a PSU right now: granted, not expired, and still within the PSU's reach. */
export interface PsuAccess {
  psuId: string
  customerId: string
  context: Context
  psuCorporateId?: string
  /** By account id; an account that is not here is answered like an unknown one. */
  accounts: ReadonlyMap<string, Grant>
  cardAccounts: ReadonlyMap<string, Grant>
  /** Whether TPP-Session-ID names a valid session of this TPP with this PSU. */
  session: boolean
  /** The context that the PSU chose in that session. */
  sessionContext?: { kind: Context['kind']; psuCorporateId?: string }
  present: boolean
  /** Unattended lists only. */
  listing?: Listing
}

/** The caller of an operation with an `sca` guard. */
export interface AskingCaller extends Caller {
  asks: PsuRequest
}

/** The caller of an operation that makes a link by itself. */
export interface OfferingCaller extends AskingCaller {
  standing: Standing
}

/** The caller of an operation whose `sca` guard has let it pass. */
export interface PsuCaller extends AskingCaller {
  psu: PsuAccess
}

/** The caller of an operation that makes a payment or a basket, which the PSU approves later. */
export interface PayingCaller extends OfferingCaller {
  /** Named by what only this TPP knows, so never by an identity number alone. */
  psu: { psuId: string; customerId: string } | undefined
  /** Whether TPP-Session-ID names a valid session of this TPP with this PSU. */
  session: boolean
  /** PSU-Context was sent: one SCA is log-in and approval. */
  singleSca: boolean
  context: Context['kind']
  /** Null in the corporate context when the PSU has to choose at the bank. */
  agreementId: string | null
}
