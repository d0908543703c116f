import { bbanFrom } from '../../../kernel/bban.ts'
import type { Currency } from '../../../kernel/currency.ts'
import { ibanOf } from '../../../kernel/iban.ts'
import { syntheticBirthNumber } from '../../../kernel/national-identity.ts'
import { syntheticOrganisationNumber } from '../../../kernel/organisation-number.ts'

/** Who banks here when a world begins. None of the people or companies exists. */

const born = (date: string) => syntheticBirthNumber(Temporal.PlainDate.from(date), 7)

export const customers = {
  ingrid: { number: born('1988-04-17'), name: 'Ingrid Haugland Solvang', type: 'PRIVATE' },
  jonas: { number: born('1975-11-03'), name: 'Jonas Myrvold Tangen', type: 'PRIVATE' },
  roastery: company(4711, 'Havbrisen Kaffebrenneri AS'),
  electrician: company(4712, 'Tindefjell Elektro AS'),
} as const

export type CustomerKey = keyof typeof customers

function company(seed: number, name: string) {
  const organisationNumber = syntheticOrganisationNumber(seed)
  return { number: organisationNumber, name, type: 'CORPORATE', organisationNumber } as const
}

export interface InitialAccount {
  owner: CustomerKey
  bban: string
  iban: string
  currency: Currency
  name: string
  product: string
  cashAccountType: 'CACC' | 'SVGS'
  paymentsAllowed?: boolean
  kidRequired?: boolean
  /** What is on it in the end, in minor units; more when the history would overdraw it. */
  balance: bigint
}

export const accounts = {
  ingridCurrent: account('ingrid', '9991111001', 'Brukskonto', 4_821_357n),
  ingridSavings: {
    ...account('ingrid', '9991111002', 'Sparekonto', 18_640_000n),
    product: 'Sparekonto',
    cashAccountType: 'SVGS',
  },
  jonasCurrent: account('jonas', '9991111012', 'Lønnskonto', 6_390_412n),
  jonasEuro: {
    ...account('jonas', '9991111013', 'Eurokonto', 512_688n),
    product: 'Valutakonto',
    currency: 'EUR',
  },
  roasteryOperations: account('roastery', '9991112001', 'Driftskonto', 41_255_090n),
  // Every payment to it needs a KID.
  roasteryInvoices: {
    ...account('roastery', '9991112002', 'Fakturakonto', 8_812_400n),
    kidRequired: true,
  },
  electricianOperations: account('electrician', '9991112011', 'Driftskonto', 63_180_725n),
  // By law the withheld tax of employees may be paid to the tax collector and to nobody else.
  electricianTax: {
    ...account('electrician', '9991112013', 'Skattetrekkskonto', 7_600_000n),
    paymentsAllowed: false,
  },
} as const satisfies Record<string, InitialAccount>

export type AccountKey = keyof typeof accounts

function account(
  owner: CustomerKey,
  tenDigits: string,
  name: string,
  balance: bigint,
): InitialAccount {
  const bban = bbanFrom(tenDigits)!
  const product = customers[owner].type === 'PRIVATE' ? 'Brukskonto' : 'Bedriftskonto'
  return {
    ...{ owner, bban, iban: ibanOf(bban), currency: 'NOK', name, product },
    ...{ cashAccountType: 'CACC', balance },
  }
}

export const cardAccounts = {
  ingridCard: {
    owner: 'ingrid',
    maskedPan: '457112******4827',
    name: 'Kredittkort',
    product: 'Kredittkort Reise',
    creditLimit: 5_000_000n,
    paidFrom: 'ingridCurrent',
  },
  jonasCard: {
    owner: 'jonas',
    maskedPan: '457112******9064',
    name: 'Kredittkort',
    product: 'Kredittkort Pluss',
    creditLimit: 7_500_000n,
    paidFrom: 'jonasCurrent',
  },
} as const satisfies Record<string, InitialCardAccount>

export interface InitialCardAccount {
  owner: CustomerKey
  maskedPan: string
  name: string
  product: string
  creditLimit: bigint
  /** Which account the invoice is paid from. */
  paidFrom: AccountKey
}

export type CardAccountKey = keyof typeof cardAccounts

interface InitialAgreement {
  owner: CustomerKey
  name: string
  engagements: {
    customer: CustomerKey
    account: AccountKey
    roles: ('VIEW' | 'REGISTER' | 'APPROVE')[]
    registerLimit?: bigint
    approvalLimit?: bigint
  }[]
}

const all: ('VIEW' | 'REGISTER' | 'APPROVE')[] = ['VIEW', 'REGISTER', 'APPROVE']

/** One who may do everything in each company, and one who may look, or only prepare payments. */
export const agreements: InitialAgreement[] = [
  {
    owner: 'roastery',
    name: 'Nettbank bedrift Havbrisen',
    engagements: [
      { customer: 'ingrid', account: 'roasteryOperations', roles: all },
      { customer: 'ingrid', account: 'roasteryInvoices', roles: all },
      {
        customer: 'jonas',
        account: 'roasteryOperations',
        roles: ['VIEW', 'REGISTER'],
        registerLimit: 5_000_000n,
      },
    ],
  },
  {
    owner: 'electrician',
    name: 'Nettbank bedrift Tindefjell',
    engagements: [
      {
        customer: 'jonas',
        account: 'electricianOperations',
        roles: all,
        registerLimit: 50_000_000n,
        approvalLimit: 25_000_000n,
      },
      { customer: 'jonas', account: 'electricianTax', roles: all },
      { customer: 'ingrid', account: 'electricianOperations', roles: ['VIEW'] },
    ],
  },
]
