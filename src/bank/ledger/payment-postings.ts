import assert from 'node:assert/strict'
import { type Money, negate } from '../../kernel/money.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { KeptDetails } from './kept-details.ts'
import type { ReadOrder } from './kept-order.ts'
import type { Line, Posting } from './posting.ts'

/**
 * The transactions of a payment's steps. Money that waits for its creditor, or is on its way to
 * another bank, lies on clearing in the creditor's currency; exchange stands between two currencies.
 */

export function debtorPosting(id: string, order: ReadOrder, at: Temporal.Instant): Posting {
  const debtor = { accountId: order.debtorAccountId, amount: negate(order.debit) }
  return posting(id, 'payment', order, at, [
    debtor,
    ...exchanged(order.debit, order.credit),
    { internal: 'clearing', amount: order.credit },
  ])
}

export function creditorPosting(
  id: string,
  order: ReadOrder,
  creditorAccountId: string,
  at: Temporal.Instant,
): Posting {
  return posting(id, 'payment', order, at, [
    { internal: 'clearing', amount: negate(order.credit) },
    { accountId: creditorAccountId, amount: order.credit },
  ])
}

/** Without a creditor here the money goes to another bank, through clearing. */
export function transferPosting(
  id: string,
  order: ReadOrder,
  creditorAccountId: string | null,
  at: Temporal.Instant,
): Posting {
  return posting(id, 'payment', order, at, [
    { accountId: order.debtorAccountId, amount: negate(order.debit) },
    ...exchanged(order.debit, order.credit),
    creditorAccountId === null
      ? { internal: 'clearing', amount: order.credit }
      : { accountId: creditorAccountId, amount: order.credit },
  ])
}

/** At the rate of the payment, so that the debtor gets back what was paid. */
export function returnPosting(id: string, order: ReadOrder, at: Temporal.Instant): Posting {
  return posting(id, 'returned', order, at, [
    { internal: 'clearing', amount: negate(order.credit) },
    ...exchanged(order.credit, order.debit),
    { accountId: order.debtorAccountId, amount: order.debit },
  ])
}

export function feePostings(id: string, order: ReadOrder, at: Temporal.Instant): Posting[] {
  if (order.fee.minor === 0n) return []
  const lines: Line[] = [
    { accountId: order.debtorAccountId, amount: negate(order.fee) },
    { internal: 'fees', amount: order.fee },
  ]
  return [{ ...posting(id, 'fee', order, at, lines), details: feeDetails }]
}

const feeDetails: KeptDetails = {
  bankTransactionCode: 'PMNT-ICDT-CHRG',
  remittanceInformationUnstructured: 'Gebyr',
}

function posting(
  id: string,
  kind: Posting['kind'],
  { endToEndId, details }: ReadOrder,
  at: Temporal.Instant,
  lines: Line[],
): Posting {
  const today = osloDate(at)
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
