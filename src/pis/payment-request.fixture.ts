import assert from 'node:assert/strict'
import type { Account, Bank } from '../bank/port.ts'
import type { Currency } from '../kernel/currency.ts'
import { bbanOf } from '../kernel/iban.ts'
import { osloInstant } from '../kernel/oslo.ts'
import { parseRate } from '../kernel/rate.ts'
import { type Check, checkFor } from '../wire/validate.ts'
import type { PaymentDraft } from './draft.ts'
import type { PaymentService } from './payment.ts'
import { bodyFor, exampleFor, productNamed } from './products/products.ts'
import { type ReadRequest, readRequest } from './read-request.ts'
import type { RuleSituation } from './rules/rule.ts'

/** A Thursday. */
export const today = Temporal.PlainDate.from('2026-11-12')

export const names = {
  domestic: 'norwegian-domestic-credit-transfers',
  instant: 'instant-norwegian-credit-transfers-straks',
  sepa: 'sepa-credit-transfers',
  crossBorder: 'cross-border-credit-transfers',
  norwegianCrossBorder: 'norwegian-cross-border-credit-transfers',
} as const
export type Short = keyof typeof names

export const bulkPaymentsMax = 5

/** The account at this bank that takes payments with a KID only. */
export const kidAccount = { bban: '99911110020', iban: 'NO4899911110020' }

/** And one that holds euros. */
export const euroAccount = { bban: '99911110047', iban: 'NO9599911110047' }

const accounts = new Map<string | undefined, Pick<Account, 'currency' | 'kidRequired'>>([
  [kidAccount.bban, { currency: 'NOK', kidRequired: true }],
  [euroAccount.bban, { currency: 'EUR', kidRequired: false }],
])

/** What one unit costs in NOK; the bank has no rate for anything else. */
const nokPerUnit: Partial<Record<Currency, string>> = { EUR: '10', USD: '8.5', JPY: '0.065' }

const accountByNumber: Bank['accountByNumber'] = async (number) => {
  const account = accounts.get('iban' in number ? bbanOf(number.iban) : number.bban)
  if (!account) return { ok: false, refusal: 'account-unknown' }
  // The rules look at nothing else of it.
  return { ok: true, value: account as Account }
}

const bank: RuleSituation['bank'] = {
  rate: async (unitCurrency, quoteCurrency, quotationDate) => {
    const rate = parseRate(nokPerUnit[unitCurrency] ?? '')
    if (!rate.ok) return { ok: false, refusal: 'currency-not-quoted' }
    return { ok: true, value: { unitCurrency, quoteCurrency, rate: rate.value, quotationDate } }
  },
  accountByNumber,
  accountsByNumber: (numbers) => Promise.all(numbers.map(accountByNumber)),
}

export const situation = (changes: readonly string[] = []): RuleSituation => ({
  now: osloInstant(today, '05:00'),
  today,
  earliest: today,
  changes: new Set(changes),
  psuKnown: true,
  bank,
})

export const productOf = (short: Short) => {
  const product = productNamed(names[short])
  assert(product)
  return product
}

/** The product's example with some members set anew; `undefined` leaves one out. */
export function exampleWith(
  short: Short,
  changed: object = {},
  service: PaymentService = 'payments',
) {
  const body = { ...(exampleFor(productOf(short), service) as object), ...changed }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

const checks = new Map<string, Check>()

export function schemaFindings(short: Short, body: unknown, service: PaymentService = 'payments') {
  const key = `${service} ${short}`
  const schema = () => bodyFor(productOf(short), service, bulkPaymentsMax)
  const check = checks.get(key) ?? checkFor(schema(), 'body')
  checks.set(key, check)
  return check(body)
}

interface Circumstances {
  service?: PaymentService
  changes?: readonly string[]
  psuKnown?: boolean
}

/** The example with some members set anew, through the schema and the rules. */
export async function read(
  short: Short,
  changed: object = {},
  { service = 'payments', changes = [], psuKnown = true }: Circumstances = {},
): Promise<ReadRequest> {
  const body = exampleWith(short, changed, service)
  assert.deepEqual(schemaFindings(short, body, service), [], 'the schema has to pass first')
  return readRequest(productOf(short), service, body, { ...situation(changes), psuKnown })
}

/** Each error as `code path`. */
export const errors = ({ errors: found }: ReadRequest): string[] =>
  found.map(({ code, path }) => `${code} ${path}`)

/** Each warning as `code path`. */
export const warnings = ({ warnings: found }: ReadRequest): string[] =>
  found.map(({ code, path }) => `${code} ${path}`)

export function draft(request: ReadRequest): PaymentDraft {
  assert.deepEqual(request.errors, [])
  assert(request.draft)
  return request.draft
}
