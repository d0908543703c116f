import type { Currency } from '../kernel/currency.ts'
import type { FeeBody, FeeQuery } from '../wire/payment-fees.ts'
import type { AccountNumbers, PaymentBody } from './payment.ts'
import type { Product } from './products/product.ts'
import { accountPutRight } from './put-right.ts'
import type { CodedFinding } from './rules/rule.ts'

/** What a question about a fee comes to, whether it is put in the address or in a body. */
export interface FeeQuestion {
  /** As far as it was said. */
  instructedAmount: { amount?: string | undefined; currency?: Currency | undefined }
  debtorAccount?: AccountNumbers
  creditorAccount?: AccountNumbers
  /** Of the account to pay from; NOK when that was not said. */
  debtorCurrency: Currency
  serviceLevelCode?: NonNullable<PaymentBody['serviceLevelCode']>
  /** Where a member of the question stands in the request. */
  at(path: string): string
  /** What is missing, or said twice. */
  faults: readonly CodedFinding[]
}

export function questionInQuery(product: Product, query: FeeQuery): FeeQuestion {
  const { amount, currency = product.currency, debtorCurrency = 'NOK', serviceLevelCode } = query
  const missing = (name: string): CodedFinding => ({
    code: 'QUERY_PARAMETER_REQUIRED',
    path: `query/${name}`,
    text: 'is required',
  })
  return {
    instructedAmount: { amount, currency },
    debtorCurrency,
    ...(query.debtorAccount !== undefined && { debtorAccount: numberOf(query.debtorAccount) }),
    ...(query.creditorAccount !== undefined && {
      creditorAccount: numberOf(query.creditorAccount),
    }),
    ...(serviceLevelCode !== undefined && { serviceLevelCode }),
    at: (path) => `query/${path.replace('instructedAmount/', '').replace(/\/[ib]ban$/, '')}`,
    faults: [
      ...(amount === undefined ? [missing('amount')] : []),
      ...(currency === undefined ? [missing('currency')] : []),
    ],
  }
}

/** An IBAN begins with the letters of its country, and a Norwegian account number does not. */
const numberOf = (raw: string): AccountNumbers =>
  accountPutRight(/^[A-Za-z]{2}[0-9]{2}/.test(raw) ? { iban: raw } : { bban: raw })

export function questionInBody(body: FeeBody): FeeQuestion {
  const { amount, instructedAmount, debtorAccount, creditorAccount } = body
  return {
    instructedAmount: instructedAmount ?? amount ?? {},
    debtorCurrency: debtorAccount?.currency ?? 'NOK',
    ...(debtorAccount && { debtorAccount: accountPutRight(debtorAccount) }),
    ...(creditorAccount && { creditorAccount: accountPutRight(creditorAccount) }),
    ...(body.serviceLevelCode !== undefined && { serviceLevelCode: body.serviceLevelCode }),
    at: (path) => `body/${instructedAmount ? path : path.replace('instructedAmount/', 'amount/')}`,
    faults: faultsOfAmount(body),
  }
}

function faultsOfAmount({ amount, instructedAmount }: FeeBody): CodedFinding[] {
  if (Boolean(amount) !== Boolean(instructedAmount)) return []
  const text = amount ? 'Send amount or instructedAmount, not both.' : 'is required'
  return [{ code: 'FORMAT_ERROR', path: 'body/amount', text }]
}
