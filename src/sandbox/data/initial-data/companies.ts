import type { Day } from './calendar.ts'
import { amountBetween, happens, oneOf } from './chance.ts'
import { type AccountKey, customers } from './customers.ts'
import { jonasSalary } from './households.ts'
import { type Movement, monthDigits, pay, receive, transfer } from './movement.ts'
import { builders, coffeeDrinkers, employees, type Party, parties } from './parties.ts'

/** All that happens in the two companies on a day. */
export const companiesOn = (day: Day): Movement[] => [
  ...cardSalesOn(day),
  ...invoicesPaidOn(day, roasteryCustomers),
  ...invoicesPaidOn(day, electricianCustomers),
  ...suppliersOn(day),
  ...payrollOn(day),
  ...taxesOn(day),
  ...sweepOn(day),
]

interface Invoicing {
  account: AccountKey
  payers: readonly Party[]
  amount: readonly [number, number]
  perDay: number
  series: string
}

const roasteryCustomers: Invoicing = {
  account: 'roasteryInvoices',
  payers: coffeeDrinkers,
  amount: [180_000, 1_450_000],
  perDay: 0.55,
  series: '2041',
}

const electricianCustomers: Invoicing = {
  account: 'electricianOperations',
  payers: builders,
  amount: [380_000, 6_200_000],
  perDay: 0.6,
  series: '7730',
}

/** What the card terminals of the shop took in. */
function cardSalesOn(day: Day): Movement[] {
  if (day.weekday > 5) return []
  const minor = amountBetween('card sales', day, [600_000, 1_700_000])
  const text = `Oppgjør kortterminal ${day.iso}`
  return [receive('roasteryOperations', parties.acquirer, minor, day, { text })]
}

function invoicesPaidOn(day: Day, invoicing: Invoicing): Movement[] {
  const { account, amount, perDay, series } = invoicing
  const what = `invoice ${account}`
  if (day.weekday > 5 || !happens(what, day, perDay)) return []
  const payer = oneOf(what, day, invoicing.payers)
  const kid = `${series}${day.iso.replaceAll('-', '').slice(2)}`
  return [receive(account, payer, amountBetween(what, day, amount), day, { kid })]
}

interface Supply {
  account: AccountKey
  every: number
  to: Party
  amount: readonly [number, number]
}

const supplies: Supply[] = [
  { account: 'roasteryOperations', every: 1, to: parties.premises, amount: [2_600_000, 2_600_001] },
  { account: 'roasteryOperations', every: 7, to: parties.importer, amount: [7_200_000, 9_800_000] },
  { account: 'roasteryOperations', every: 14, to: parties.packaging, amount: [680_000, 1_240_000] },
  { account: 'roasteryOperations', every: 19, to: parties.power, amount: [540_000, 1_120_000] },
  {
    account: 'roasteryOperations',
    every: 22,
    to: parties.importer,
    amount: [6_900_000, 9_400_000],
  },
  {
    account: 'electricianOperations',
    every: 2,
    to: parties.leasing,
    amount: [1_180_000, 1_180_001],
  },
  { account: 'electricianOperations', every: 6, to: parties.wholesaler, amount: [8e6, 17e6] },
  { account: 'electricianOperations', every: 20, to: parties.wholesaler, amount: [7e6, 15e6] },
  {
    account: 'electricianOperations',
    every: 26,
    to: parties.insurance,
    amount: [420_000, 420_001],
  },
]

function suppliersOn(day: Day): Movement[] {
  return supplies
    .filter(({ every }) => day.dayOfMonth === every)
    .map(({ account, to, amount, every }) => {
      const minor = amountBetween(`supplier ${to.name} ${every}`, day, amount)
      const wording =
        to.iban.slice(0, 2) === 'NO'
          ? { kid: `88${monthDigits(day)}${String(every).padStart(2, '0')}` }
          : { text: `Invoice RK-${monthDigits(day)}-${every}`, purpose: 'SUPP' }
      return pay(account, to, minor, day, wording)
    })
}

const wages = { text: 'Lønn', purpose: 'SALA', settlement: 'back' } as const

function payrollOn(day: Day): Movement[] {
  if (day.dayOfMonth !== 15) return []
  const [silje, anders, lene] = employees as [Party, Party, Party]
  return [
    pay('roasteryOperations', silje, 3_418_000n, day, wages),
    pay('roasteryOperations', anders, 3_190_500n, day, wages),
    pay('electricianOperations', lene, 3_877_000n, day, wages),
    ...transfer('electricianOperations', 'jonasCurrent', jonasSalary, day, wages),
    ...transfer('electricianOperations', 'electricianTax', withheldTax, day, {
      text: 'Skattetrekk',
      settlement: 'back',
    }),
  ]
}

const withheldTax = 3_800_000n

/** Months in which the terms of two months fall due. */
const taxMonths = [1, 3, 5, 7, 9, 11]
const vatMonths = [2, 4, 6, 8, 10, 12]

function taxesOn(day: Day): Movement[] {
  const { roastery, electrician } = customers
  const pays = (account: AccountKey, owner: { number: string }, minor: bigint, purpose: string) =>
    pay(account, parties.taxCollector, minor, day, {
      kid: `${owner.number}${monthDigits(day)}`,
      purpose,
    })
  if (day.dayOfMonth === 15 && taxMonths.includes(day.month)) {
    return [
      pays('electricianTax', electrician, 2n * withheldTax, 'TAXS'),
      pays('roasteryOperations', roastery, 6_120_000n, 'TAXS'),
    ]
  }
  if (day.dayOfMonth === 10 && vatMonths.includes(day.month)) {
    const due = (owner: string) => amountBetween(`vat ${owner}`, day, [5_600_000, 11_900_000])
    return [
      pays('roasteryOperations', roastery, due('roastery'), 'VATX'),
      pays('electricianOperations', electrician, due('electrician'), 'VATX'),
    ]
  }
  return []
}

/** What customers have paid moves on to where the bills are paid from. */
function sweepOn(day: Day): Movement[] {
  if (day.dayOfMonth !== 28) return []
  const text = 'Flytting til driftskonto'
  return transfer('roasteryInvoices', 'roasteryOperations', 9_000_000n, day, { text })
}
