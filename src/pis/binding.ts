import { hash } from 'node:crypto'
import type { Binding, Words } from '../sca/sca.ts'
import { inEach, showList, showMoney, texts } from '../web/web.ts'
import { givenNumber } from './account-numbers.ts'
import type { Payment, PaymentBody } from './payment.ts'
import {
  bodyOf,
  isBulk,
  isSeries,
  moneyMovers,
  payeeOf,
  seriesIn,
  totals,
} from './payment-words.ts'

/**
 * What the one-time code is made for, whatever is written about it elsewhere. Of a bulk payment its
 * parts come along, since they are what is carried out.
 */
export function bindingOf(payments: readonly Payment[], does: 'pay' | 'cancel' = 'pay'): Binding {
  const movers = moneyMovers(payments)
  const amounts = totals(movers.map(({ amount }) => amount))
  return {
    digest: hash('sha256', [does, ...payments.map(canonical)].join('\n'), 'base64url'),
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

/** One line for each payment; JSON, so that no text can run into the next. */
function canonical(payment: Payment): string {
  const { id, service, amount, executionOn, body } = payment
  const debtor = givenNumber(body.debtorAccount ?? {}) ?? payment.debtorAccountId
  return JSON.stringify([
    ...[id, service, debtor, String(amount.minor), amount.currency],
    ...(isBulk(payment) ? [] : creditorIn(bodyOf(payment))),
    executionOn?.toString() ?? null,
    seriesIn(payment) ?? null,
  ])
}

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
