import assert from 'node:assert/strict'
import { type Money, negate } from '../../kernel/money.ts'
import type { Random } from '../../kernel/random.ts'
import type { KeptDetails } from './kept-details.ts'
import type { ReadOrder } from './kept-order.ts'
import type { Line, Posting } from './posting.ts'

/**
 * The transactions of a payment's steps. Money that waits for its creditor, or is on its way to
 * another bank, lies on clearing in the creditor's currency; exchange stands between two currencies.
 */

export function debtorPosting(id: string, order: ReadOrder, today: Temporal.PlainDate): Posting {
  const debtor = { accountId: order.debtorAccountId, amount: negate(order.debit) }
  return posting(id, 'payment', order, today, [
    debtor,
    ...exchanged(order.debit, order.credit),
    { internal: 'clearing', amount: order.credit },
  ])
}

export function creditorPosting(
  id: string,
  order: ReadOrder,
  creditorAccountId: string,
  today: Temporal.PlainDate,
): Posting {
  return posting(id, 'payment', order, today, [
    { internal: 'clearing', amount: negate(order.credit) },
    { accountId: creditorAccountId, amount: order.credit },
  ])
}

/** Without a creditor here the money goes to another bank, through clearing. */
export function transferPosting(
  id: string,
  order: ReadOrder,
  creditorAccountId: string | null,
  today: Temporal.PlainDate,
): Posting {
  return posting(id, 'payment', order, today, [
    { accountId: order.debtorAccountId, amount: negate(order.debit) },
    ...exchanged(order.debit, order.credit),
    creditorAccountId === null
      ? { internal: 'clearing', amount: order.credit }
      : { accountId: creditorAccountId, amount: order.credit },
  ])
}

/** At the rate of the payment, so that the debtor gets back what was paid. */
export function returnPosting(id: string, order: ReadOrder, today: Temporal.PlainDate): Posting {
  return posting(id, 'returned', order, today, [
    { internal: 'clearing', amount: negate(order.credit) },
    ...exchanged(order.credit, order.debit),
    { accountId: order.debtorAccountId, amount: order.debit },
  ])
}

export function feePostings(
  random: Random,
  order: ReadOrder,
  today: Temporal.PlainDate,
): Posting[] {
  if (order.fee.minor === 0n) return []
  const lines: Line[] = [
    { accountId: order.debtorAccountId, amount: negate(order.fee) },
    { internal: 'fees', amount: order.fee },
  ]
  return [{ ...posting(random.uuid(), 'fee', order, today, lines), details: feeDetails }]
}

const feeDetails: KeptDetails = {
  bankTransactionCode: 'PMNT-ICDT-CHRG',
  remittanceInformationUnstructured: 'Gebyr',
}

function posting(
  id: string,
  kind: Posting['kind'],
  { endToEndId, details }: ReadOrder,
  today: Temporal.PlainDate,
  lines: Line[],
): Posting {
  return { id, kind, bookingDate: today, valueDate: today, endToEndId, details, lines }
}

function exchanged(from: Money, to: Money): Line[] {
  if (from.currency === to.currency) {
    assert.equal(from.minor, to.minor, 'debit and credit differ without an exchange')
    return []
  }
  return [
    { internal: 'exchange', amount: from },
    { internal: 'exchange', amount: negate(to) },
  ]
}
