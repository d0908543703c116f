import assert from 'node:assert/strict'

/** What a payment can be, in the words of ISO 20022 as the interface uses them. */
export const paymentStatuses = [
  'RCVD',
  'ACTC',
  'ACWC',
  'ACWP',
  'PDNG',
  'ACSP',
  'ACSC',
  'ACCP',
  'PART',
  'RJCT',
  'CANC',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentEvents = [
  'created',
  'created-exempt',
  'approved',
  'approved-with-new-date',
  'declined',
  'deleted',
  'cancellation-approved',
  'taken-by-batch',
  'held',
  'debtor-booked',
  'no-funds',
  'refused',
  'creditor-settled',
  'settled-at-once',
  'accepted-at-once',
  'no-funds-at-once',
  'refused-at-once',
  'some-parts-settled',
  'all-parts-settled',
  'no-part-settled',
  'last-execution-done',
] as const
export type PaymentEvent = (typeof paymentEvents)[number]

export interface StatusRow {
  from: PaymentStatus | '–'
  event: PaymentEvent
  to: PaymentStatus
  when: string
}

const row = (
  from: StatusRow['from'],
  event: PaymentEvent,
  to: PaymentStatus,
  when: string,
): StatusRow => ({ from, event, to, when })

const newDate = 'the PSU approves, and the bank carries it out on another day than was asked for'
const exemptAtOnce = 'instant and exempt'

/** The life of a payment. What is not here does not happen; `docs/payments.md` prints it. */
// biome-ignore format: a table
export const statusTable: readonly StatusRow[] = [
  row('–', 'created', 'RCVD', 'the PSU has to approve'),
  row('–', 'created-exempt', 'ACTC', 'between own accounts within a session, or an execution of a periodic payment'),
  row('RCVD', 'approved', 'ACTC', 'the PSU approves'),
  row('RCVD', 'approved-with-new-date', 'ACWC', newDate),
  row('RCVD', 'declined', 'RJCT', 'the PSU declines'),
  row('RCVD', 'deleted', 'CANC', 'the TPP deletes it'),
  row('RCVD', 'settled-at-once', 'ACSC', 'instant: the PSU approves and the money is there'),
  row('RCVD', 'accepted-at-once', 'ACWP', 'instant: the PSU approves, the money has left, and the creditor’s bank has not posted it yet'),
  row('RCVD', 'no-funds-at-once', 'ACCP', 'instant: the PSU approves and there is not enough money'),
  row('RCVD', 'refused-at-once', 'RJCT', 'instant: the PSU approves and the creditor’s account does not take it'),
  row('ACTC', 'settled-at-once', 'ACSC', exemptAtOnce),
  row('ACTC', 'no-funds-at-once', 'ACCP', `${exemptAtOnce}, and there is not enough money`),
  row('ACTC', 'refused-at-once', 'RJCT', `${exemptAtOnce}, and the creditor’s account does not take it`),
  row('ACTC', 'cancellation-approved', 'CANC', 'the TPP deletes it and the PSU approves that'),
  row('ACWC', 'cancellation-approved', 'CANC', 'the TPP deletes it and the PSU approves that'),
  row('ACTC', 'taken-by-batch', 'PDNG', 'its day has come'),
  row('ACWC', 'taken-by-batch', 'PDNG', 'its day has come'),
  row('PDNG', 'held', 'PDNG', 'the bank looks at it first and says so in `psuMessage`; the next batch goes on'),
  row('PDNG', 'debtor-booked', 'ACSP', 'the money has left the debtor’s account'),
  row('PDNG', 'no-funds', 'ACCP', 'there is not enough money; nothing is booked'),
  row('PDNG', 'refused', 'RJCT', 'an account is closed or blocked, or the creditor’s does not take it'),
  row('ACSP', 'creditor-settled', 'ACSC', 'the creditor’s side is settled'),
  row('ACSP', 'refused', 'RJCT', 'the creditor’s side refuses after all; the money is back, the fee is not'),
  row('ACWP', 'creditor-settled', 'ACSC', 'the creditor’s bank has posted it'),
  row('ACWP', 'refused', 'RJCT', 'the creditor’s bank refuses after all; the money is back'),
  row('PDNG', 'all-parts-settled', 'ACSC', 'bulk: every part is ACSC'),
  row('PDNG', 'some-parts-settled', 'PART', 'bulk: every part has ended, some of them as ACSC'),
  row('PDNG', 'no-part-settled', 'RJCT', 'bulk: every part has ended, none of them as ACSC'),
  row('ACSP', 'all-parts-settled', 'ACSC', 'bulk: every part is ACSC'),
  row('ACSP', 'some-parts-settled', 'PART', 'bulk: every part has ended, some of them as ACSC'),
  row('ACSP', 'no-part-settled', 'RJCT', 'bulk: every part has ended, none of them as ACSC'),
  row('ACTC', 'last-execution-done', 'ACSC', 'periodic: its last execution has ended, however it did'),
]

/** What the event makes of it; undefined when it does not happen there. */
export const statusAfter = (
  from: StatusRow['from'],
  event: PaymentEvent,
): PaymentStatus | undefined =>
  statusTable.find((each) => each.from === from && each.event === event)?.to

/** The same where it must: anything else is a bug. */
export function next(from: StatusRow['from'], event: PaymentEvent): PaymentStatus {
  const to = statusAfter(from, event)
  assert(to, `A payment that is ${from} cannot be ${event}.`)
  return to
}

/** The table as `docs/payments.md` has it. */
export function statusMarkdown(): string {
  const lines = statusTable.map(
    ({ from, event, to, when }) => `| ${from} | ${event.replaceAll('-', ' ')} | ${to} | ${when} |`,
  )
  return ['| From | Event | To | When |', '|---|---|---|---|', ...lines].join('\n')
}
