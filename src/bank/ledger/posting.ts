import assert from 'node:assert/strict'
import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import type { InternalAccount } from './books.ts'
import type { ExecutionRow } from './executions.ts'
import type { KeptDetails } from './kept-details.ts'

/** One ledger transaction that is to be written: its lines sum to zero in each currency. */
export interface Posting {
  id: string
  kind: 'payment' | 'fee' | 'entered' | 'adjustment' | 'returned'
  bookingDate: Temporal.PlainDate
  valueDate: Temporal.PlainDate
  endToEndId: string | undefined
  details: KeptDetails
  lines: Line[]
}

export type Line = CustomerLine | InternalLine

export interface CustomerLine {
  accountId: string
  amount: Money
  invoiced?: boolean
}

export interface InternalLine {
  internal: InternalAccount
  amount: Money
}

/** What pends on an account grows or shrinks by this. */
export interface Hold {
  accountId: string
  currency: Currency
  reserved: bigint
  incoming: bigint
}

/** What is done as a whole or refused as a whole. */
export interface Change {
  postings: Posting[]
  holds: Hold[]
  /** Accounts that pay must allow payments and have the money; the bank itself may overdraw any. */
  payerId?: string
  /** Refuses in the creditor's name when it cannot take the money. */
  payeeId?: string
  /** The payment that begins with this change. */
  opens?: ExecutionRow
}

/** What a change does to one account. */
export interface Effect {
  accountId: string
  currency: Currency
  booked: bigint
  invoiced: bigint
  reserved: bigint
  incoming: bigint
  /** Of the sizes of all amounts. */
  gross: bigint
}

export function effectsOf({ postings, holds }: Change): Map<string, Effect> {
  const effects = new Map<string, Effect>()
  for (const line of postings.flatMap(({ lines }) => lines)) {
    if ('internal' in line) continue
    const { minor, currency } = line.amount
    const effect = effectOn(effects, line.accountId, currency)
    effect.booked += minor
    if (line.invoiced) effect.invoiced += minor
    effect.gross += size(minor)
  }
  for (const { accountId, currency, reserved, incoming } of holds) {
    const effect = effectOn(effects, accountId, currency)
    effect.reserved += reserved
    effect.incoming += incoming
    effect.gross += size(reserved) + size(incoming)
  }
  return effects
}

/** By how much the money at hand shrinks or, when negative, grows. */
export const spendOf = ({ booked, reserved }: Effect): bigint => reserved - booked

function effectOn(effects: Map<string, Effect>, accountId: string, currency: Currency): Effect {
  const known = effects.get(accountId)
  if (known) {
    assert.equal(known.currency, currency, 'one change has an account in two currencies')
    return known
  }
  const effect = {
    accountId,
    currency,
    ...{ booked: 0n, invoiced: 0n, reserved: 0n, incoming: 0n },
  }
  effects.set(accountId, { ...effect, gross: 0n })
  return effects.get(accountId)!
}

const size = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** The database checks the same at commit. */
export function assertBalanced({ id, lines }: Posting): void {
  const sums = new Map<Currency, bigint>()
  for (const { amount } of lines) {
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor)
  }
  for (const [currency, sum] of sums) assert.equal(sum, 0n, `${id} is not balanced in ${currency}`)
}
