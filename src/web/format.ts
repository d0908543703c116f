import { formatBban } from '../kernel/bban.ts'
import { minorUnits } from '../kernel/currency.ts'
import { formatAmount, type Money } from '../kernel/money.ts'
import { oslo, osloDate } from '../kernel/oslo.ts'
import type { Language } from './language.ts'

const locales: Record<Language, string> = { nb: 'nb-NO', nn: 'nn-NO', en: 'en-GB' }

/** 1 234,50 kr and 125,50 EUR: `$` is the sign of many; digits are those of our own table, since retired currencies differ elsewhere. */
export function showMoney(money: Money, language: Language): string {
  const digits = minorUnits(money.currency)
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: money.currency,
    currencyDisplay: money.currency === 'NOK' ? 'symbol' : 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // As text, so that no digit is lost in a floating-point number.
  return format.format(formatAmount(money) as Intl.StringNumericLiteral)
}

/** 13. mai 2027 */
export function showDate(date: Temporal.PlainDate | Temporal.Instant, language: Language): string {
  const day = date instanceof Temporal.Instant ? osloDate(date) : date
  const form = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return unbroken(day.toLocaleString(locales[language], form))
}

/** 13. mai 2027 kl. 14:05 */
export function showTime(instant: Temporal.Instant, language: Language): string {
  return instant.toLocaleString(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: oslo,
  })
}

/** A date is read as one word, so it stays on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** 14:05 */
export function showHour(instant: Temporal.Instant, language: Language): string {
  return instant.toLocaleString(locales[language], { timeStyle: 'short', timeZone: oslo })
}

/** As Norwegians write it, 1234 56 78901; IBAN and card numbers in groups of four. */
export function showAccountNumber(number: string): string {
  if (/^\d{11}$/.test(number)) return formatBban(number)
  return number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}
