import { electrician, ingrid, jonas, roastery } from '../headless-psu.ts'

/**
 * Who may do what for which company, written down from the description of the sandbox's data, with
 * one right more.
 */

export const havbrisen = '300094228'
export const tindefjell = '300094244'

/** What the PSU chooses at the bank. */
export const agreementOf: Readonly<Record<string, string>> = {
  [havbrisen]: roastery,
  [tindefjell]: electrician,
}

interface Right {
  person: string
  company: string
  /** Their accounts, as far as they reach them; each payment up to so many øre. */
  accounts: readonly string[]
  register: bigint
  approve: bigint
}

const none = -1n
const unlimited = 10n ** 18n

/** Nobody in the sandbox's data may approve more than they may register. */
export const rightMore: Right = {
  ...{ person: jonas, company: havbrisen, accounts: ['99911120026'] },
  ...{ register: 5_000_00n, approve: 60_000_00n },
}

const rights: readonly Right[] = [
  {
    ...{ person: ingrid, company: havbrisen, accounts: ['99911120018', '99911120026'] },
    ...{ register: unlimited, approve: unlimited },
  },
  {
    ...{ person: jonas, company: havbrisen, accounts: ['99911120018'] },
    ...{ register: 50_000_00n, approve: none },
  },
  rightMore,
  {
    ...{ person: jonas, company: tindefjell, accounts: ['99911120115', '99911120131'] },
    ...{ register: 500_000_00n, approve: 250_000_00n },
  },
  {
    ...{ person: ingrid, company: tindefjell, accounts: ['99911120115'] },
    ...{ register: none, approve: none },
  },
]

export const companiesOf = (person: string): string[] => [
  ...new Set(rights.filter((right) => right.person === person).map(({ company }) => company)),
]

/** Who signs for a company, whoever has prepared what is signed. */
export const signatoryOf = (company: string): string => (company === havbrisen ? ingrid : jonas)

const rightOf = (person: string, company: string, bban: string): Right | undefined =>
  rights.find(
    (right) =>
      right.person === person && right.company === company && right.accounts.includes(bban),
  )

/** One's own accounts are free. */
export function limitOf(
  deed: 'register' | 'approve',
  { person, company, bban }: { person: string; company: string | undefined; bban: string },
): bigint {
  return company === undefined ? unlimited : (rightOf(person, company, bban)?.[deed] ?? none)
}

export const reaches = (person: string, company: string, bban: string): boolean =>
  rightOf(person, company, bban) !== undefined
