import type { PartyAccount, TransactionDetails } from '../../../bank/port.ts'
import { kidCheckCharacter } from '../../../kernel/kid.ts'
import type { Day } from './calendar.ts'
import { type AccountKey, accounts, type CardAccountKey, customers } from './customers.ts'
import type { Merchant, Party } from './parties.ts'

/**
 * When money that is meant for a day is booked. `forward`: that day or the next banking day.
 * `back`: that day or the banking day before, as salaries are. `card`: reserved on the day itself,
 * and booked a banking day later, or two days later for a `credit-card`.
 */
export type Settlement = 'forward' | 'back' | 'card' | 'credit-card'

/** Money that goes into or out of an account, before the calendar has decided when. */
export interface Movement {
  account: AccountKey | CardAccountKey
  /** Negative when it leaves the account. */
  minor: bigint
  on: Day
  settlement: Settlement
  details: TransactionDetails
}

interface Wording {
  text?: string
  /** The digits of a KID before its check digit. */
  kid?: string
  purpose?: string
  settlement?: Settlement
  /** Paid by itself under a direct debit agreement. */
  directDebit?: boolean
}

export function pay(
  account: AccountKey,
  to: Party,
  minor: bigint,
  on: Day,
  wording: Wording,
): Movement {
  const code = wording.directDebit ? 'PMNT-RDDT-PMDD' : `PMNT-ICDT-${reach(to)}`
  const details = {
    ...remittance(wording, code),
    ...{ creditorName: to.name, creditorAccount: numbersOf(to) },
    ...{ debtorName: ownerOf(account), debtorAccount: ownNumbers(account) },
  }
  return { account, minor: -minor, on, settlement: wording.settlement ?? 'forward', details }
}

export function receive(
  account: AccountKey,
  from: Party,
  minor: bigint,
  on: Day,
  wording: Wording,
): Movement {
  const details = {
    ...remittance(wording, `PMNT-RCDT-${reach(from)}`),
    ...{ creditorName: ownerOf(account), creditorAccount: ownNumbers(account) },
    ...{ debtorName: from.name, debtorAccount: numbersOf(from) },
  }
  return { account, minor, on, settlement: wording.settlement ?? 'forward', details }
}

/** Both accounts are here, and both show it. */
export function transfer(
  from: AccountKey,
  to: AccountKey,
  minor: bigint,
  on: Day,
  wording: Wording,
): Movement[] {
  return [
    pay(from, asParty(to), minor, on, wording),
    receive(to, asParty(from), minor, on, wording),
  ]
}

/** A purchase in a shop with the card of a current account. */
export function purchase(
  account: AccountKey,
  merchant: Merchant,
  minor: bigint,
  on: Day,
): Movement {
  const details: TransactionDetails = {
    bankTransactionCode: 'PMNT-CCRD-POSD',
    creditorName: merchant.name,
    debtorName: ownerOf(account),
    debtorAccount: ownNumbers(account),
    remittanceInformationUnstructured: `Varekjøp ${merchant.name}`,
    card: { transactionDate: on.iso, ...merchantDetails(merchant) },
  }
  return { account, minor: -minor, on, settlement: 'card', details }
}

export const merchantDetails = ({ name, category, city, postalCode, country }: Merchant) => ({
  cardAcceptorId: name.slice(0, 35),
  cardAcceptorAddress: { townName: city, postalCode, country },
  merchantCategoryCode: category,
})

export const ownerOf = (account: AccountKey): string => customers[accounts[account].owner].name

export function ownNumbers(account: AccountKey): PartyAccount {
  const { iban, bban, currency } = accounts[account]
  return { iban, bban, currency }
}

function asParty(account: AccountKey): Party {
  const { iban, bban } = accounts[account]
  return { name: ownerOf(account), iban, bban }
}

/** Within the country, or across a border. */
const reach = ({ iban }: Party): string => (iban.startsWith('NO') ? 'DMCT' : 'XBCT')

const numbersOf = ({ iban, bban }: Party): PartyAccount => ({ iban, bban })

function remittance({ text, kid, purpose }: Wording, code: string): TransactionDetails {
  const reference = kid === undefined ? undefined : kid + kidCheckCharacter(kid, 'mod10')
  return {
    bankTransactionCode: code,
    ...(purpose !== undefined && { purposeCode: purpose }),
    ...(text !== undefined && { remittanceInformationUnstructured: text }),
    ...(reference !== undefined && {
      remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }],
    }),
  }
}

/** The month as digits, for references that tell one bill from the next. */
export const monthDigits = ({ iso }: Day): string => iso.slice(2, 7).replace('-', '')
