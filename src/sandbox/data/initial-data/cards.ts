import type { Currency } from '../../../kernel/currency.ts'
import { convert, formatRate, multiply, type Rate } from '../../../kernel/rate.ts'
import type { Day } from './calendar.ts'
import { amountBetween, chance, happens, oneOf } from './chance.ts'
import { type CardAccountKey, cardAccounts, customers } from './customers.ts'
import { type Movement, merchantDetails } from './movement.ts'
import {
  abroadInBritain,
  abroadInDenmark,
  abroadInSpain,
  type Merchant,
  onlineShops,
  subscriptions,
} from './parties.ts'

interface Habits {
  card: CardAccountKey
  monthly: { every: number; merchant: Merchant }[]
  /** A few days away in these months; in any half year there are some. */
  trips: { months: number[]; from: number; to: number; merchants: readonly Merchant[] }[]
}

const habits: Habits[] = [
  {
    card: 'ingridCard',
    monthly: [
      { every: 8, merchant: subscriptions.films },
      { every: 11, merchant: subscriptions.cloud },
      { every: 21, merchant: subscriptions.software },
    ],
    trips: [{ months: [2, 5, 8, 11], from: 13, to: 17, merchants: abroadInDenmark }],
  },
  {
    card: 'jonasCard',
    monthly: [
      { every: 4, merchant: subscriptions.music },
      { every: 8, merchant: subscriptions.films },
      { every: 24, merchant: subscriptions.software },
    ],
    trips: [
      { months: [1, 4, 7, 10], from: 9, to: 16, merchants: abroadInSpain },
      { months: [3, 9], from: 4, to: 7, merchants: abroadInBritain },
    ],
  },
]

/** All purchases with the two credit cards on a day. */
export const cardsOn = (day: Day): Movement[] =>
  habits.flatMap(({ card, monthly, trips }) => [
    ...monthly
      .filter(({ every }) => day.dayOfMonth === every)
      .map((each) => buy(card, each.merchant, day)),
    ...trips
      .filter(({ months, from, to }) => months.includes(day.month) && between(day, from, to))
      .flatMap(({ merchants }) => merchants.slice(0, 2 + (day.dayOfMonth % 2)))
      .map((merchant) => buy(card, merchant, day)),
    ...everydayOn(card, day),
  ])

const between = ({ dayOfMonth }: Day, from: number, to: number): boolean =>
  dayOfMonth >= from && dayOfMonth <= to

const dayZero = Temporal.PlainDate.from('2020-01-01')

/** Every other day at least, so that one purchase or another is always pending. */
function everydayOn(card: CardAccountKey, day: Day): Movement[] {
  const turn = dayZero.until(day.date).days % 2 === 0
  if (!turn && !happens(`online ${card}`, day, 0.1)) return []
  const merchants = turn ? smallThings : onlineShops
  return [buy(card, oneOf(`online ${card}`, day, merchants), day)]
}

const smallThings: readonly Merchant[] = [
  { ...onlineShops[0]!, name: 'Lydboka.example', price: [9_900, 24_900] },
  { ...onlineShops[2]!, name: 'Kjapp Lunsj', category: '5814', price: [8_900, 21_900] },
  { ...onlineShops[2]!, name: 'Sykkelleie Sentrum', category: '7999', price: [3_900, 9_900] },
]

function buy(card: CardAccountKey, merchant: Merchant, day: Day): Movement {
  const original = {
    minor: amountBetween(`${card} ${merchant.name}`, day, merchant.price),
    currency: merchant.currency,
  }
  const home = merchant.currency === 'NOK'
  const cost = home ? { minor: original.minor } : exchanged(original, day)
  const { maskedPan } = cardAccounts[card]
  return {
    account: card,
    minor: -cost.minor,
    on: day,
    settlement: 'credit-card',
    details: {
      bankTransactionCode: 'PMNT-CCRD-POSC',
      creditorName: merchant.name,
      debtorName: customers[cardAccounts[card].owner].name,
      remittanceInformationUnstructured: merchant.name,
      ...('exchange' in cost && { currencyExchange: cost.exchange }),
      card: {
        ...{ maskedPan, transactionDate: day.iso, originalAmount: original },
        ...merchantDetails(merchant),
        ...('fee' in cost && { markupFee: cost.fee, markupFeePercentage: '1.75' }),
        transactionDetails: `${merchant.name}, ${merchant.city}`,
      },
    },
  }
}

/** What one unit costs in kroner, in ten-thousandths; each day a little more or less. */
const kronerFor: Partial<Record<Currency, number>> = {
  DKK: 15_620,
  EUR: 116_550,
  GBP: 135_400,
  USD: 104_800,
}

/** On top of the rate, for purchases in other currencies. */
const markup: Rate = { numerator: 175n, scale: 4 }

function exchanged(original: { minor: bigint; currency: Currency }, day: Day) {
  const usual = kronerFor[original.currency] ?? 100_000
  const drift = 0.98 + 0.04 * chance(`rate ${original.currency}`, day)
  const rate: Rate = { numerator: BigInt(Math.round(usual * drift)), scale: 4 }
  const quoted = { unitCurrency: original.currency, quoteCurrency: 'NOK', rate } as const
  const converted = convert(original, quoted, 'half-even')
  const fee = multiply(converted, markup, 'half-up')
  return {
    minor: converted.minor + fee.minor,
    fee,
    exchange: {
      sourceCurrency: original.currency,
      targetCurrency: 'NOK',
      unitCurrency: original.currency,
      exchangeRate: formatRate(rate),
      quotationDate: day.iso,
    },
  } as const
}
