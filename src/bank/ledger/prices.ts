import assert from 'node:assert/strict'
import { rollBack } from '../../kernel/business-days.ts'
import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import { convert, parseRate, type Rate } from '../../kernel/rate.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import type { FeeOrder, Prices, QuotedRate } from '../port.ts'
import { done, refuse } from './answer.ts'
import { balanceRow } from './balances.ts'
import { nokPerUnit } from './rates.ts'

export const pricesIn = (world: WorldQueries): Prices => ({
  rate: async (from, to, on) => done(quote(from, to, on)),
  fee: async (order) => {
    if ('debtorCurrency' in order) return done(feeIn(order.debtorCurrency, order))
    const account = await balanceRow(world, order.debtorAccountId)
    if (!account) return refuse('account-unknown')
    return done(feeIn(account.currency, order))
  },
})

const crossScale = 6

/**
 * One unit of the dearer currency in units of the other, so that six decimals are always enough.
 * Rates are set on banking days.
 */
export function quote(from: Currency, to: Currency, on: Temporal.PlainDate): QuotedRate {
  const [unitCurrency, quoteCurrency] = isDearer(from, to) ? [from, to] : [to, from]
  return {
    unitCurrency,
    quoteCurrency,
    rate: ratio(nokRate(unitCurrency), nokRate(quoteCurrency)),
    quotationDate: rollBack(on),
  }
}

/** By what the price list says in NOK. */
const feesInOre: Record<FeeOrder['service'], { usual: bigint; urgent: bigint }> = {
  domestic: { usual: 0n, urgent: 0n },
  instant: { usual: 0n, urgent: 0n },
  sepa: { usual: 1_000n, urgent: 5_000n },
  'cross-border': { usual: 5_000n, urgent: 30_000n },
}

/** A payment in another currency than the account's costs this for the exchange. */
const exchangeFeeInOre = 1_500n

function feeIn(currency: Currency, { service, urgent, amount }: FeeOrder): Money {
  const base = feesInOre[service][urgent ? 'urgent' : 'usual']
  const minor = base + (amount.currency === currency ? 0n : exchangeFeeInOre)
  const fee: Money = { minor, currency: 'NOK' }
  if (currency === 'NOK') return fee
  const rate = { unitCurrency: currency, quoteCurrency: 'NOK', rate: nokRate(currency) } as const
  return convert(fee, rate, 'half-up')
}

function nokRate(currency: Currency): Rate {
  const rate = parseRate(nokPerUnit[currency])
  assert(rate.ok, `no rate for ${currency}`)
  return rate.value
}

const isDearer = (a: Currency, b: Currency): boolean => {
  const [left, right] = [nokRate(a), nokRate(b)]
  return left.numerator * 10n ** BigInt(right.scale) >= right.numerator * 10n ** BigInt(left.scale)
}

/** Cut at the sixth decimal: a rate is what the bank says it is. */
function ratio(dividend: Rate, divisor: Rate): Rate {
  const numerator =
    (dividend.numerator * 10n ** BigInt(divisor.scale + crossScale)) /
    (divisor.numerator * 10n ** BigInt(dividend.scale))
  return { numerator, scale: crossScale }
}
