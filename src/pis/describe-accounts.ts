import type { QuotedRate, ReachedAccount } from '../bank/port.ts'
import { add, compare, type Money, subtract, zero } from '../kernel/money.ts'
import type { SubjectLine, Words } from '../sca/sca.ts'
import { inEach, type Said, showAccountNumber, showDate, showMoney, texts } from '../web/web.ts'
import type { ShownPayment } from './describe.ts'
import { isAtOnce } from './describe-date.ts'
import { inCurrency } from './exchange-rates.ts'
import { totals } from './payment-words.ts'

/** What leaves one account, in its own currency. */
export interface Charge {
  account: ReachedAccount
  shown: readonly ShownPayment[]
  /** With all fees; undefined where there is no rate today. */
  amount: Money | undefined
  /** At today's rate, which may not be that of the day it is paid. */
  isAbout: boolean
}

export function chargesOf(shown: readonly ShownPayment[], rates: readonly QuotedRate[]): Charge[] {
  const byAccount = Map.groupBy(shown, ({ account }) => account.id)
  return [...byAccount.values()].map((ofAccount) => chargeOf(ofAccount, rates))
}

function chargeOf(shown: readonly ShownPayment[], rates: readonly QuotedRate[]): Charge {
  const [{ account }] = shown as [ShownPayment]
  const amounts = shown.flatMap((each) => [each.payment.amount, ...feesOf(each)])
  const converted = amounts.map((amount) => inCurrency(amount, account.currency, rates))
  const known = converted.filter((amount) => amount !== undefined)
  const amount =
    known.length === amounts.length ? known.reduce(add, zero(account.currency)) : undefined
  const isAbout = amounts.some(({ currency }) => currency !== account.currency)
  return { account, shown, amount, isAbout }
}

/** Told for a bulk payment as a whole, or for its parts. */
export const feesOf = ({ payment, parts }: ShownPayment): Money[] =>
  payment.fee ? [payment.fee] : parts.flatMap(({ fee }) => fee ?? [])

/** One account with what is left on it, or several with what each pays. */
export function accountLines(charges: readonly Charge[]): SubjectLine[] {
  const { payment: words } = texts
  const [only] = charges
  if (only && charges.length === 1) {
    const left = leftOn(only)
    return [
      fromLine(only.account),
      ...(left
        ? [{ label: words.left, value: only.isAbout ? inEach((l) => said(left, only, l)) : left }]
        : []),
    ]
  }
  return charges.map((charge) => ({ ...fromLine(charge.account), notes: chargeInWords(charge) }))
}

export const fromLine = ({ name, bban }: ReachedAccount): SubjectLine => ({
  label: texts.payment.from,
  value: name,
  notes: [showAccountNumber(bban)],
})

function chargeInWords(charge: Charge): Words[] {
  const { payment: words } = texts
  const { account, amount } = charge
  const left = leftOn(charge)
  return [
    showAccountNumber(account.bban),
    ...(amount ? [inEach((l) => words.debited(said(amount, charge, l))[l])] : []),
    ...(left ? [inEach((l) => words.leftIs(said(left, charge, l))[l])] : []),
  ]
}

function said(money: Money, { isAbout }: Charge, language: keyof Said): string {
  const shown = showMoney(money, language)
  return isAbout ? texts.payment.about(shown)[language] : shown
}

/** Told to whoever may see the account; to approve is another right. */
function leftOn({ account, amount }: Charge): Money | undefined {
  if (!account.rights.visible) return undefined
  const available = account.balances.find(({ type }) => type === 'interimAvailable')
  return available && amount && subtract(available.amount, amount)
}

/** The bank tries on the day itself; what to do is told before, not afterwards. */
export function shortages(charges: readonly Charge[]): Words[] {
  return charges.flatMap((charge) => {
    const left = leftOn(charge)
    if (!left || compare(left, zero(left.currency)) >= 0) return []
    const days = charge.shown
      .filter(({ payment }) => !isAtOnce(payment))
      .flatMap(({ payment }) => payment.executionOn ?? [])
      .sort(Temporal.PlainDate.compare)
    const [first] = days
    if (!first) return [texts.payment.shortAtOnce(charge.account.name)]
    return [inEach((l) => texts.payment.short(charge.account.name, showDate(first, l))[l])]
  })
}

/** Nothing is said where nobody has told what it costs. */
export function feeLine(shown: readonly ShownPayment[]): SubjectLine[] {
  const { payment: words } = texts
  if (shown.some((each) => feesOf(each).length === 0)) return []
  const fees = totals(shown.flatMap(feesOf)).filter(({ minor }) => minor !== 0n)
  if (fees.length === 0) return [{ label: words.fee, value: words.noFee }]
  return fees.map((fee) => ({ label: words.fee, value: fee }))
}

/** About how much it is where another currency leaves the account. */
export function exchangedWords(
  amounts: readonly Money[],
  charges: readonly Charge[],
  rates: readonly QuotedRate[],
): Said | undefined {
  const [only] = charges
  if (!only?.isAbout || charges.length !== 1) return undefined
  const { currency } = only.account
  const converted = amounts.flatMap((amount) => inCurrency(amount, currency, rates) ?? [])
  if (converted.length !== amounts.length) return undefined
  const sum = converted.reduce(add, zero(currency))
  return inEach((l) => texts.payment.exchanged(showMoney(sum, l))[l])
}
