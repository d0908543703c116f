import type { QuotedRate, ReachedAccount } from '../bank/port.ts'
import type { Payee, SubjectDescription, SubjectLine, Words } from '../sca/sca.ts'
import { inEach, texts } from '../web/web.ts'
import {
  accountLines,
  chargesOf,
  exchangedWords,
  feeLine,
  fromLine,
  shortages,
} from './describe-accounts.ts'
import { dateLine, ownDate, sameDate } from './describe-date.ts'
import { seriesLines } from './describe-series.ts'
import { isOver, notPriced } from './failures.ts'
import type { Payment } from './payment.ts'
import { bodyOf, isBulk, isSeries, payeeOf, referenceOf, totals } from './payment-words.ts'
import { isPriced } from './priced.ts'

/** A payment with what the person must see of it besides. */
export interface ShownPayment {
  payment: Payment
  /** Of a bulk payment, in their order; otherwise empty. */
  parts: readonly Payment[]
  /** The debtor's, as whoever approves reaches it. */
  account: ReachedAccount
}

/** A single payment, a bulk payment or a series: what the person approves, before they do. */
export function describePayment(
  shown: ShownPayment,
  rates: readonly QuotedRate[],
): SubjectDescription {
  if (isBulk(shown.payment)) return describeMany([shown], rates)
  const { payment } = shown
  const charges = chargesOf([shown], rates)
  const underAmount = exchangedWords([payment.amount], charges, rates)
  const series = isSeries(payment)
  return {
    title: titleOf(payment),
    does: series ? 'pay-regularly' : 'pay',
    amounts: [payment.amount],
    ...(underAmount && { underAmount }),
    remarks: series ? [] : shortages(charges),
    ...hindranceOf([shown]),
    lines: [
      toLine(payment),
      ...ownerLine(shown),
      ...(series ? [fromLine(shown.account)] : accountLines(charges)),
      ...feeLine([shown]),
      ...(series ? seriesLines(payment) : [dateLine([payment])]),
      ...detailLines(payment),
    ],
  }
}

function titleOf(payment: Payment): Words {
  if (isTooLate(payment)) return texts.payment.tooLate
  return isSeries(payment) ? texts.payment.titleOfSeries : texts.payment.title
}

/** Of a series no day may be left; whatever else waits goes on the next one. */
const isTooLate = (payment: Payment): boolean => isSeries(payment) && payment.executionOn === null

/** Why it can be declined only, whoever looks at it. */
function hindranceOf(shown: readonly ShownPayment[]): Pick<SubjectDescription, 'tooLate'> {
  const { lastDayOver, noRate } = texts.payment
  if (shown.some(({ payment }) => isTooLate(payment))) {
    return { tooLate: { why: lastDayOver, failure: isOver } }
  }
  return shown.every(isPriced) ? {} : { tooLate: { why: noRate, failure: notPriced } }
}

/** Payments that are approved together, each from an account of its own. */
export function describeBasket(
  shown: readonly ShownPayment[],
  rates: readonly QuotedRate[],
): SubjectDescription {
  const [only] = shown
  return only && shown.length === 1 ? describePayment(only, rates) : describeMany(shown, rates)
}

/** What was approved, and will not be paid. */
export function describeCancellation(shown: ShownPayment): SubjectDescription {
  const { payment, parts, account } = shown
  const { payment: words } = texts
  const common = { does: 'cancel', amounts: [payment.amount] } as const
  const from = [...ownerLine(shown), fromLine(account)]
  if (isBulk(payment)) {
    return {
      ...common,
      title: words.stopTitleOfMany(parts.length),
      remarks: [words.stopText],
      lines: [...from, dateLine([payment])],
      payees: payeesOf(parts),
    }
  }
  const series = isSeries(payment)
  return {
    ...common,
    title: series ? words.stopTitleOfSeries : words.stopTitle,
    remarks: [series ? words.stopTextOfSeries : words.stopText],
    lines: [
      toLine(payment),
      ...from,
      ...(series ? seriesLines(payment) : [dateLine([payment])]),
      ...detailLines(payment),
    ],
  }
}

function describeMany(
  shown: readonly ShownPayment[],
  rates: readonly QuotedRate[],
): SubjectDescription {
  const charges = chargesOf(shown, rates)
  const movers = shown.flatMap(({ payment, parts }) => (isBulk(payment) ? parts : [payment]))
  const amounts = totals(movers.map(({ amount }) => amount))
  const underAmount = exchangedWords(amounts, charges, rates)
  const [first] = shown
  return {
    title: texts.payment.titleOfMany(movers.length),
    does: 'pay',
    amounts,
    ...(underAmount && { underAmount }),
    remarks: shortages(charges),
    ...hindranceOf(shown),
    lines: [
      ...(first ? ownerLine(first) : []),
      ...accountLines(charges),
      ...feeLine(shown),
      dateLine(shown.map(({ payment }) => payment)),
    ],
    payees: payeesOf(movers),
  }
}

function toLine(payment: Payment): SubjectLine {
  const { name, where } = payeeOf(payment)
  const { to: label } = texts.payment
  const [account = '', ...bank] = where
  if (name === '') return { label, value: account, notes: bank }
  return { label, value: name, notes: where }
}

/** A company pays, and whoever approves acts for it. */
const ownerLine = ({ payment, account }: ShownPayment): SubjectLine[] =>
  payment.context === 'CORPORATE'
    ? [{ label: texts.payment.onBehalfOf, value: account.ownerName }]
    : []

/** What goes along with the money. */
function detailLines(payment: Payment): SubjectLine[] {
  const { payment: words } = texts
  const body = bodyOf(payment)
  const reference = referenceOf(payment)
  const code = body.regulatoryReportingCode
  const lines: (SubjectLine | undefined)[] = [
    reference && { label: words[reference.kind], value: reference.text },
    line(words.payer, body.ultimateDebtor),
    line(words.endPayee, body.ultimateCreditor),
    line(words.speed, body.serviceLevelCode === 'URGP' ? words.urgent : undefined),
    code === undefined
      ? undefined
      : {
          label: words.register,
          value: body.regulatoryReportingInformation ?? words.registerCode(code),
          ...(body.regulatoryReportingInformation && { notes: [words.registerCode(code)] }),
        },
  ]
  return lines.filter((each) => each !== undefined)
}

const line = (label: Words, value: Words | undefined): SubjectLine | undefined =>
  value === undefined ? undefined : { label, value }

function payeesOf(movers: readonly Payment[]): Payee[] {
  const oneDay = sameDate(movers)
  return movers.map((payment) => {
    const { name, where } = payeeOf(payment)
    const [account = '', ...bank] = where
    const reference = referenceOf(payment)
    return {
      name,
      account,
      amount: payment.amount,
      notes: [
        ...bank,
        ...(reference
          ? [inEach((l) => `${texts.payment[reference.kind][l]}: ${reference.text}`)]
          : []),
        ...(oneDay ? [] : ownDate(payment)),
      ],
    }
  })
}
