import type { Day } from './calendar.ts'
import { amountBetween, happens, oneOf } from './chance.ts'
import type { AccountKey } from './customers.ts'
import { type Movement, monthDigits, pay, purchase, receive, transfer } from './movement.ts'
import {
  friends,
  type Merchant,
  type Party,
  parties,
  shopsInBergen,
  shopsInOslo,
} from './parties.ts'

/** A bill that comes on the same day of every month; the amount from and to, in øre. */
interface Bill {
  every: number
  to: Party
  amount: readonly [number, number]
  /** The payer's reference with the payee; the month is added to it. */
  reference: string
  /** Electricity costs more in the dark half of the year. */
  bySeason?: boolean
}

const fixed = (amount: number): [number, number] => [amount, amount + 1]

interface Household {
  account: AccountKey
  bills: Bill[]
  shops: readonly Merchant[]
}

const ingrid: Household = {
  account: 'ingridCurrent',
  shops: shopsInOslo,
  bills: [
    { every: 1, to: parties.landlord, amount: fixed(1_450_000), reference: '30418' },
    { every: 3, to: parties.gym, amount: fixed(39_900), reference: '7714402' },
    { every: 5, to: parties.insurance, amount: fixed(61_200), reference: '55120931' },
    { every: 10, to: parties.mobile, amount: fixed(44_900), reference: '4099120' },
    { every: 17, to: parties.power, amount: [62_000, 98_000], reference: '810077', bySeason: true },
    { every: 20, to: parties.broadband, amount: fixed(69_900), reference: '620114' },
  ],
}

const jonas: Household = {
  account: 'jonasCurrent',
  shops: shopsInBergen,
  bills: [
    { every: 15, to: parties.kindergarten, amount: fixed(200_000), reference: '1187' },
    {
      every: 16,
      to: parties.power,
      amount: [94_000, 165_000],
      reference: '810342',
      bySeason: true,
    },
    { every: 18, to: parties.toll, amount: [31_000, 87_000], reference: '9930287' },
    { every: 20, to: parties.lender, amount: fixed(1_785_000), reference: '44100871' },
    { every: 21, to: parties.broadband, amount: fixed(84_900), reference: '620993' },
    { every: 25, to: parties.insurance, amount: fixed(148_300), reference: '55120488' },
    { every: 27, to: parties.mobile, amount: fixed(89_800), reference: '4099377' },
  ],
}

/** What both salaries are when they arrive, after tax; the second is paid by a company here. */
const ingridSalary = 3_842_000n
export const jonasSalary = 4_631_000n

/** All that happens in the two households on a day, besides their credit cards. */
export const householdsOn = (day: Day): Movement[] => [
  ...billsOn(day, ingrid),
  ...billsOn(day, jonas),
  ...everydayOn(day, ingrid),
  ...everydayOn(day, jonas),
  ...incomeOn(day),
  ...savingsOn(day),
  ...flatInSpainOn(day),
]

function billsOn(day: Day, { account, bills }: Household): Movement[] {
  return bills
    .filter(({ every }) => day.dayOfMonth === every)
    .map(({ to, amount, reference, bySeason }) => {
      const minor = amountBetween(`bill ${to.name} ${account}`, day, amount)
      const dark = bySeason && (day.month <= 3 || day.month >= 11)
      const kid = reference + monthDigits(day)
      return pay(account, to, dark ? (minor * 17n) / 10n : minor, day, { kid, directDebit: true })
    })
}

/** Something is bought every day, so that whoever looks finds a purchase that is still pending. */
function everydayOn(day: Day, { account, shops }: Household): Movement[] {
  const what = `shopping ${account}`
  const merchant = oneOf(what, day, shops)
  const bought = purchase(account, merchant, amountBetween(what, day, merchant.price), day)
  const paid = friendsOn(day, account)
  return paid ? [bought, paid] : [bought]
}

function friendsOn(day: Day, account: AccountKey): Movement | undefined {
  const what = `friends ${account}`
  if (!happens(what, day, 0.2)) return undefined
  const friend = oneOf(what, day, friends)
  const minor = amountBetween(what, day, [50, 600]) * 100n
  const text = oneOf(`${what} text`, day, ['Takk for sist', 'Pizza', 'Kinobillett', 'Bursdagsgave'])
  return happens(`${what} incoming`, day, 0.4)
    ? receive(account, friend, minor, day, { text: `Mobilbetaling: ${text}` })
    : pay(account, friend, minor, day, { text: `Mobilbetaling: ${text}` })
}

function incomeOn(day: Day): Movement[] {
  if (day.dayOfMonth === 12) {
    const wording = { text: 'Lønn', purpose: 'SALA', settlement: 'back' } as const
    return [receive('ingridCurrent', parties.municipality, ingridSalary, day, wording)]
  }
  return []
}

function savingsOn(day: Day): Movement[] {
  if (day.dayOfMonth !== 13) return []
  return transfer('ingridCurrent', 'ingridSavings', 300_000n, day, { text: 'Fast sparing' })
}

/** The euro account lives off a flat that is let, and pays for its upkeep. */
function flatInSpainOn(day: Day): Movement[] {
  if (day.dayOfMonth === 3) {
    return [receive('jonasEuro', parties.tenant, 65_000n, day, { text: 'Alquiler apartamento' })]
  }
  if (day.dayOfMonth === 9) {
    const cost = amountBetween('flat', day, [14_000, 21_000])
    return [pay('jonasEuro', parties.housing, cost, day, { text: 'Gastos de comunidad' })]
  }
  return []
}
