import type { Currency } from '../kernel/currency.ts'
import { Problem } from '../kernel/problem.ts'
import type { FeeBody, FeeQuery } from '../wire/payment-fees.ts'
import type { AccountNumbers } from './payment.ts'
import type { Product } from './products/product.ts'
import { accountPutRight } from './put-right.ts'

/** What a question about a fee comes to, whether it is put in the address or in a body. */
export interface FeeQuestion {
  instructedAmount: { amount: string; currency: Currency }
  debtorAccount?: AccountNumbers
  creditorAccount?: AccountNumbers
  /** Of the account to pay from; NOK when that was not said. */
  debtorCurrency: Currency
  serviceLevelCode?: string
  /** Where a member of the question stands in the request. */
  at(path: string): string
}

export function questionInQuery(product: Product, query: FeeQuery): FeeQuestion {
  const { amount, currency = product.currency, debtorCurrency = 'NOK', serviceLevelCode } = query
  if (amount === undefined || currency === undefined) {
    throw required('QUERY_PARAMETER_REQUIRED', [
      ...(amount === undefined ? ['query/amount'] : []),
      ...(currency === undefined ? ['query/currency'] : []),
    ])
  }
  return {
    instructedAmount: { amount, currency },
    debtorCurrency,
    ...(query.debtorAccount !== undefined && { debtorAccount: numberOf(query.debtorAccount) }),
    ...(query.creditorAccount !== undefined && {
      creditorAccount: numberOf(query.creditorAccount),
    }),
    ...(serviceLevelCode !== undefined && { serviceLevelCode }),
    at: (path) => `query/${path.replace('instructedAmount/', '').replace(/\/[ib]ban$/, '')}`,
  }
}

/** An IBAN begins with the letters of its country, and a Norwegian account number does not. */
const numberOf = (raw: string): AccountNumbers =>
  accountPutRight(/^[A-Za-z]{2}[0-9]{2}/.test(raw) ? { iban: raw } : { bban: raw })

export function questionInBody(body: FeeBody): FeeQuestion {
  const { amount, instructedAmount = amount, debtorAccount, creditorAccount } = body
  if (!instructedAmount) throw required('FORMAT_ERROR', ['body/amount'])
  if (amount && body.instructedAmount) {
    throw new Problem('FORMAT_ERROR', 'Two members say the same:', {
      findings: [{ path: 'body/amount', text: 'Send amount or instructedAmount, not both.' }],
    })
  }
  return {
    instructedAmount,
    debtorCurrency: debtorAccount?.currency ?? 'NOK',
    ...(debtorAccount && { debtorAccount: accountPutRight(debtorAccount) }),
    ...(creditorAccount && { creditorAccount: accountPutRight(creditorAccount) }),
    ...(body.serviceLevelCode !== undefined && { serviceLevelCode: body.serviceLevelCode }),
    at: (path) => `body/${amount ? path.replace('instructedAmount/', 'amount/') : path}`,
  }
}

const required = (code: 'QUERY_PARAMETER_REQUIRED' | 'FORMAT_ERROR', paths: string[]): Problem =>
  new Problem(code, 'The fee depends on more than was said:', {
    findings: paths.map((path) => ({ path, text: 'is required' })),
  })
