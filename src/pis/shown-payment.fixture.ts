import type { QuotedRate, ReachedAccount } from '../bank/port.ts'
import { add, type Money, parseMoney } from '../kernel/money.ts'
import type { ShownPayment } from './describe.ts'
import type { BulkBody, Payment, PaymentBody, PeriodicBody } from './payment.ts'

/** Payments as they lie in the table, for tests of what is said about them. */

export const day = (text: string) => Temporal.PlainDate.from(text)

export function money(amount: string, currency = 'NOK'): Money {
  const parsed = parseMoney(amount, currency, 'any')
  if (!parsed.ok) throw new Error(amount)
  return parsed.value
}

export const toKari: PaymentBody = {
  debtorAccount: { bban: '99911100011' },
  instructedAmount: { amount: '1234.50', currency: 'NOK' },
  creditorAccount: { bban: '99922200022' },
  creditorName: 'Kari Nordmann',
}

export const toMilano: PaymentBody = {
  ...toKari,
  instructedAmount: { amount: '125.50', currency: 'EUR' },
  creditorAccount: { iban: 'IT60X0542811101000000123456' },
  creditorAgent: 'UNCRITMM',
  creditorName: 'Torrefazione Milano S.r.l.',
}

let made = 0

export function payment(body: PaymentBody | PeriodicBody, row: Partial<Payment> = {}): Payment {
  const { amount, currency } = body.instructedAmount
  made += 1
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    ...{ tppId: 'PSDNO-FSA-912345678', customerId: null, meantFor: null },
    ...{ context: 'PRIVATE', agreementId: null, debtorAccountId: null },
    ...{ service: 'payments', product: 'norwegian-domestic-credit-transfers' },
    ...{ parentId: null, place: null, body, amount: money(amount, currency) },
    ...{ fee: money('0'), endToEndId: null },
    ...{ requestedOn: day('2026-11-16'), executionOn: day('2026-11-16') },
    ...{ status: 'RCVD', history: [], fundsAvailable: null, messages: null, psuMessage: null },
    createdAt: Temporal.Instant.from('2026-11-13T10:00:00Z'),
    ...{ approvedAt: null, readyAt: null, nextOn: null },
    ...row,
  }
}

/** The bulk payment around the parts, and the parts. */
export function bulk(bodies: readonly PaymentBody[]): { payment: Payment; parts: Payment[] } {
  const [first = toKari] = bodies
  const body: BulkBody = { debtorAccount: { bban: '99911100011' }, payments: [...bodies] }
  const around = payment(first, { service: 'bulk-payments' })
  const parts = bodies.map((each, place) => payment(each, { parentId: around.id, place }))
  const amount = parts.map((part) => part.amount).reduce(add)
  return { payment: { ...around, body, amount }, parts }
}

export function account(available = '20000.00', row: Partial<ReachedAccount> = {}): ReachedAccount {
  return {
    ...{ id: 'account-1', ownerId: 'ingrid', ownerName: 'Ingrid Solvang', ownerType: 'PRIVATE' },
    ...{ currency: 'NOK', name: 'Brukskonto', product: 'Brukskonto', status: 'enabled' },
    ...{ iban: 'NO9399911100011', bban: '99911100011', cashAccountType: 'CACC' },
    ...{ paymentsAllowed: true, kidRequired: false, openedOn: day('2020-01-01') },
    rights: { visible: true, paymentsAllowed: true, mayApprove: true, mayCancel: true },
    balances: [
      {
        ...{ type: 'interimAvailable', amount: money(available), creditLimitIncluded: false },
        lastChangeAt: Temporal.Instant.from('2026-11-13T10:00:00Z'),
      },
    ],
    ...row,
  }
}

export const shown = (
  what: Payment | { payment: Payment; parts: Payment[] },
  from = account(),
): ShownPayment =>
  'parts' in what ? { ...what, account: from } : { payment: what, parts: [], account: from }

export const euro: QuotedRate = {
  ...{ unitCurrency: 'EUR', quoteCurrency: 'NOK' },
  rate: { numerator: 11_663n, scale: 3 },
  quotationDate: day('2026-11-13'),
}
