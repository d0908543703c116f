import type { Context, Customer } from '../bank/port.ts'
import type { Money } from '../kernel/money.ts'
import type { Binding, SubjectDescription } from './subject-description.ts'

/** The token of the browser that opened a link; undefined when it brings none. */
export type Browser = string | undefined

/**
 * What happens between opening a link and going back to the TPP. PSU pages and headless SCA drive
 * these functions and nothing else. Each does one thing and tells what comes next; a thing that is
 * not due (a form sent twice, the back button) changes nothing and tells what is due. A link that
 * never existed gives undefined.
 */
export interface ScaFlow {
  /**
   * Opens the link and binds it to the browser, or shows again what is due. What only passes by, such
   * as a messenger that makes a preview, opens nothing and is told nothing of the person.
   */
  look(linkId: string, browser: Browser, how?: { opens: boolean }): Promise<Step | undefined>
  /** The PSU says who they are; whether that is anybody is not told. */
  identify(linkId: string, browser: Browser, customerNumber: string): Promise<Step | undefined>
  enterCode(linkId: string, browser: Browser, code: string): Promise<Step | undefined>
  chooseContext(
    linkId: string,
    browser: Browser,
    context: Context['kind'],
  ): Promise<Step | undefined>
  chooseAgreement(linkId: string, browser: Browser, agreementId: string): Promise<Step | undefined>
  /** Ends a consent (the ticked accounts and card accounts) or an approval. */
  decide(linkId: string, browser: Browser, decision: Decision): Promise<Step | undefined>
  /** At any step: back to the TPP with nothing done. */
  abort(linkId: string, browser: Browser): Promise<Step | undefined>
  /** On the bank's own page: takes back one consent, by its id, or `all`. */
  revoke(linkId: string, browser: Browser, consentId: string): Promise<Step | undefined>
  /**
   * The bank's own page, where a PSU sees what they have granted, and whom its log-in offers to pick.
   * Which bank it is, where each TPP has its own, is told by a TPP's organizationIdentifier.
   */
  ownPage(tppId: string): Promise<{ customers: readonly CustomerChoice[] } | 'unknown'>
  /** Like `identify`, on a link that is made for it. */
  openOwnPage(
    tppId: string,
    customerNumber: string,
  ): Promise<{ linkId: string } | 'unknown' | 'busy'>
  /**
   * What the simulated code device of this browser's PSU shows; not there where a bank's log-in has
   * real ones.
   */
  device?(linkId: string, browser: Browser): Promise<ShownCode | undefined>
}

/** A code, and what it is made for where it approves something. */
export interface ShownCode {
  code: string
  approves?: Pick<Binding, 'does' | 'amount' | 'payee'>
}

export type Decision =
  | { decision: 'approve'; accountIds?: readonly string[] }
  | { decision: 'decline' }

export interface CustomerChoice extends Pick<Customer, 'number' | 'name' | 'type'> {
  /** Whom the TPP has named. */
  expected: boolean
}

/** Everything a page shows. */
export type Step =
  | (StepCommon & {
      step: 'log-in'
      /** Prefills the form, where the TPP has told it. */
      customerNumber?: string
      /** Sandbox: who may be picked; empty where a bank's own log-in is used. */
      customers: readonly CustomerChoice[]
    })
  | (StepCommon & {
      step: 'code'
      customerNumber: string /** The last code was not right. */
      failed: boolean
    })
  | (StepCommon & { step: 'context'; customerName: string })
  | (StepCommon & {
      step: 'agreement'
      customerName: string
      agreements: readonly { id: string; name: string; ownerName: string }[]
    })
  | (StepCommon & {
      step: 'consent'
      customerName: string
      context: Context['kind']
      agreement?: { name: string; ownerName: string }
      accounts: readonly ConsentChoice[]
      cardAccounts: readonly ConsentChoice[]
      /** The last day of the access, by the world's clock. */
      until: Temporal.PlainDate
    })
  | (StepCommon & {
      step: 'own-consents'
      customerName: string
      consents: readonly OwnConsent[]
    })
  | (StepCommon & { step: 'approval'; customerName: string; subject: SubjectDescription })
  /** `redirect`: the TPP's address with its parameters; empty on the bank's own page. */
  | (StepCommon & {
      step: 'finished'
      outcome: 'approved' | 'declined' | 'aborted' | 'refused'
      redirect: string
    })
  /** `back` is the TPP's address with the parameters of failure, where it may be told. */
  | (StepCommon & {
      step: 'closed'
      reason: 'expired' | 'used' | 'locked' | 'other-browser'
      back?: string
    })

export interface StepCommon {
  /** Both are empty on the bank's own page. */
  tppName: string
  tppId: string
  /** Why the PSU is asked; decides the words on the pages. */
  shows: Shows
  /** Given once, when the link is bound: the page keeps it in a cookie of this link. */
  newBrowser?: string
  /** TPP-Redirect-Preferred was false. */
  prefersApp: boolean
  /** The TPP's address without parameters: the page's forms may lead there, and nowhere else. */
  returnsTo?: string
}

/** What the PSU is there for: to log in, to tick accounts, or to approve something. */
export type Shows = 'log-in' | 'consent' | 'own-consents' | 'approval'

export interface ConsentChoice {
  id: string
  name: string
  /** IBAN, or the masked number of a card. */
  number: string
  /** Preselected: granted already. */
  granted: boolean
  /** What is available now. */
  balance?: Money
}

/** What one TPP may see in one context. */
export interface OwnConsent {
  id: string
  tppId: string
  tppName: string
  context: Context['kind']
  agreement?: { name: string; ownerName: string }
  grantedAt: Temporal.Instant
  /** Until then without a new SCA. */
  validUntil: Temporal.Instant
  accounts: readonly { id: string; name: string; number: string }[]
}
