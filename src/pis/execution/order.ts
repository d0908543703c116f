import type {
  Account,
  PaymentInstructions,
  PaymentOrder,
  QuotedRate,
  TransactionDetails,
} from '../../bank/port.ts'
import type { Money } from '../../kernel/money.ts'
import { convert } from '../../kernel/rate.ts'
import type { AccountNumbers, Payment, PaymentBody, PaymentService } from '../payment.ts'

/** A single payment, a part of a bulk payment or one execution of a periodic one. */
export interface OrderedPayment extends Pick<Payment, 'id' | 'product' | 'amount' | 'fee'> {
  body: PaymentBody
  endToEndId: string | null
  parentService: PaymentService | null
}

/** What the bank is told to do. The rate is needed when the account is in another currency. */
export function orderFor(
  payment: OrderedPayment,
  debtor: Account,
  exchange?: QuotedRate,
): PaymentOrder {
  const { amount, fee, body } = payment
  return {
    reference: payment.id,
    debtorAccountId: debtor.id,
    debit: exchange ? paidFor(amount, exchange) : amount,
    credit: amount,
    ...(exchange && { exchange }),
    ...(fee && fee.minor > 0n && { fee }),
    creditorAccount: numbersOf(body.creditorAccount),
    endToEndId: payment.endToEndId ?? madeEndToEndId(payment.id),
    details: detailsOf(payment, debtor),
    ...instructionsIn(body),
  }
}

/** For payments that came without one: 32 characters of the 35 that there are. */
export const madeEndToEndId = (paymentId: string): string => paymentId.replaceAll('-', '')

/** Nothing is given away: what comes to less than the smallest coin costs one. */
function paidFor(amount: Money, exchange: QuotedRate): Money {
  const { minor, currency } = convert(amount, exchange, 'half-even')
  return { minor: minor > 0n ? minor : 1n, currency }
}

const copied = [
  'creditorName',
  'creditorAgent',
  'ultimateCreditor',
  'ultimateDebtor',
  'purposeCode',
  'remittanceInformationUnstructured',
  'remittanceInformationStructuredArray',
] as const satisfies (keyof PaymentBody & keyof TransactionDetails)[]

const instructed = [
  'creditorAddress',
  'serviceLevelCode',
  'regulatoryReportingCode',
  'regulatoryReportingInformation',
] as const satisfies (keyof PaymentBody & keyof PaymentInstructions)[]

function instructionsIn(body: PaymentBody): Pick<PaymentOrder, 'instructions'> {
  const instructions = given(body, instructed)
  return Object.keys(instructions).length > 0 ? { instructions } : {}
}

/** Those of the members that the body has. */
const given = <Name extends keyof PaymentBody>(body: PaymentBody, names: readonly Name[]) =>
  Object.fromEntries(
    names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  ) as Pick<PaymentBody, Name>

function detailsOf(
  { product, parentService, body }: OrderedPayment,
  { ownerName, iban, bban, currency }: Account,
): TransactionDetails {
  return {
    bankTransactionCode: bankTransactionCode(product, parentService),
    debtorName: ownerName,
    debtorAccount: { iban, bban, currency },
    creditorAccount: numbersOf(body.creditorAccount),
    ...given(body, copied),
  }
}

const numbersOf = ({ iban, bban, currency }: AccountNumbers): AccountNumbers => ({
  ...(iban !== undefined && { iban }),
  ...(bban !== undefined && { bban }),
  ...(currency !== undefined && { currency }),
})

/** Issued credit transfers of ISO 20022; the instant ones are a family of their own. */
const codes: Record<string, string> = {
  'norwegian-domestic-credit-transfers': 'PMNT-ICDT-DMCT',
  'instant-norwegian-credit-transfers-straks': 'PMNT-IRCT-DMCT',
  'sepa-credit-transfers': 'PMNT-ICDT-ESCT',
  'cross-border-credit-transfers': 'PMNT-ICDT-XBCT',
  'norwegian-cross-border-credit-transfers': 'PMNT-ICDT-XBCT',
}
const standingOrder = 'PMNT-ICDT-STDO'
const anyOther = 'PMNT-ICDT-OTHR'

const bankTransactionCode = (product: string, parentService: PaymentService | null): string =>
  parentService === 'periodic-payments' ? standingOrder : (codes[product] ?? anyOther)
