import type { Account, Bank, BankRefusal, PaymentOrder, QuotedRate } from '../../bank/port.ts'
import { type OrderedPayment, orderFor } from './order.ts'

/** A payment that may turn out to have no account to be paid from. */
export interface PaidPayment extends OrderedPayment {
  debtorAccountId: string | null
}

export type Prepared = { order: PaymentOrder } | { refusal: BankRefusal }

/** In the order of the payments: what to tell the bank, at the rates of the day. */
export async function prepareOrders(
  bank: Pick<Bank, 'accounts' | 'rate'>,
  payments: readonly PaidPayment[],
  on: Temporal.PlainDate,
): Promise<Prepared[]> {
  const accounts = await debtorAccounts(bank, payments)
  const rates = new Map<string, QuotedRate | undefined>()
  const prepared: Prepared[] = []
  for (const payment of payments) {
    const debtor = accounts.get(payment.debtorAccountId ?? '')
    if (!debtor) prepared.push({ refusal: 'account-unknown' })
    else prepared.push(await preparedFor(bank, payment, { debtor, rates, on }))
  }
  return prepared
}

async function debtorAccounts(
  bank: Pick<Bank, 'accounts'>,
  payments: readonly PaidPayment[],
): Promise<Map<string, Account>> {
  const ids = [...new Set(payments.flatMap(({ debtorAccountId }) => debtorAccountId ?? []))]
  const results = ids.length === 0 ? [] : await bank.accounts(ids)
  return new Map(results.flatMap((each) => (each.ok ? [[each.value.id, each.value]] : [])))
}

interface Situation {
  debtor: Account
  /** Asked for once for each pair of currencies. */
  rates: Map<string, QuotedRate | undefined>
  on: Temporal.PlainDate
}

async function preparedFor(
  bank: Pick<Bank, 'rate'>,
  payment: PaidPayment,
  { debtor, rates, on }: Situation,
): Promise<Prepared> {
  const [from, to] = [debtor.currency, payment.amount.currency]
  if (from === to) return { order: orderFor(payment, debtor) }
  const pair = `${from} ${to}`
  if (!rates.has(pair)) {
    const quoted = await bank.rate(from, to, on)
    rates.set(pair, quoted.ok ? quoted.value : undefined)
  }
  const rate = rates.get(pair)
  return rate ? { order: orderFor(payment, debtor, rate) } : { refusal: 'currency-not-quoted' }
}
