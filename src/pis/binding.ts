import { hash } from 'node:crypto'
import type { Money } from '../kernel/money.ts'
import type { Binding, Words } from '../sca/sca.ts'
import { inEach, showList, showMoney, texts } from '../web/web.ts'
import { givenNumber } from './account-numbers.ts'
import { isAtOnce } from './describe-date.ts'
import { dueOn } from './due-date.ts'
import { type Deed, isRegistered } from './payable.ts'
import type { BulkBody, Payment, PaymentBody } from './payment.ts'
import { bodyOf, isSeries, moneyMovers, payeeOf, totals } from './payment-words.ts'

/**
 * What the one-time code is made for, whatever is written about it elsewhere. Of a bulk payment its
 * parts come along, since they are what is carried out.
 */
export function bindingOf(
  payments: readonly Payment[],
  now: Temporal.Instant,
  does: Deed = 'pay',
): Binding {
  const movers = moneyMovers(payments)
  const amounts = totals(movers.map(({ amount }) => amount))
  return {
    digest: hash(
      'sha256',
      [does, ...payments.map((each) => canonical(each, days[does](each, now)))].join('\n'),
      'base64url',
    ),
    does: does === 'pay' && movers.some(isSeries) ? 'pay-regularly' : does,
    amount: inEach((language) =>
      showList(
        amounts.map((amount) => showMoney(amount, language)),
        language,
      ),
    ),
    payee: payeesInWords(movers),
  }
}

/** The days that the page tells: those that it would have now, or those that it has. */
const days: Record<Deed, (payment: Payment, now: Temporal.Instant) => unknown[]> = {
  pay: (payment, now) => [isAtOnce(payment) ? 'at once' : (dueOn(payment, now) ?? null)],
  cancel: ({ executionOn, nextOn }) => [executionOn, nextOn],
}

/**
 * One line for each payment, of all that is shown and all that is carried out; JSON, so that no text
 * can run into the next. The database keeps the members of a body in one order.
 */
function canonical(payment: Payment, on: unknown[]): string {
  const { id, service, product, debtorAccountId, amount, fee, body } = payment
  const { payments: _, ...own } = body as Partial<BulkBody>
  return JSON.stringify([
    ...[id, service, product, debtorAccountId, ...minorAndCurrency(amount)],
    // One that is told only to whoever approves, after the code was made, stays as it was told.
    ...(fee && isRegistered(payment) ? minorAndCurrency(fee) : [null]),
    ...[on, own],
  ])
}

const minorAndCurrency = ({ minor, currency }: Money) => [String(minor), currency]

const creditorIn = ({ creditorName, creditorAccount, creditorAgent }: PaymentBody) => [
  creditorName ?? null,
  givenNumber(creditorAccount) ?? null,
  creditorAgent ?? null,
]

/** A device has room for three names. */
const namedMax = 3

function payeesInWords(movers: readonly Payment[]): Words {
  const payees = new Map(movers.map((mover) => [creditorIn(bodyOf(mover)).join(), payeeOf(mover)]))
  const [only, ...others] = payees.values()
  if (only && others.length === 0) return [only.name, ...only.where].filter(Boolean).join(', ')
  const names = [...new Set([...payees.values()].map(({ name, where }) => name || where[0] || ''))]
  const named = names.slice(0, names.length > namedMax ? namedMax - 1 : namedMax)
  const rest = names.length - named.length
  return inEach((language) =>
    showList([...named, ...(rest > 0 ? [texts.payment.others(rest)[language]] : [])], language),
  )
}
