import type { BankTransaction, PartyAccount, TransactionDetails } from '../bank/port.ts'
import type { Currency } from '../kernel/currency.ts'
import { toWireAmount } from '../wire/amount.ts'
import { link } from '../wire/link.ts'
import {
  slimNames,
  type WireTransaction,
  type WireTransactionDetails,
} from '../wire/transactions.ts'

type Told = Omit<WireTransaction, '_links'>

/** As the list shows it; `address` is that of the list. */
export function toListed(
  transaction: BankTransaction,
  address: string,
  slim: boolean,
): WireTransaction {
  const self = link(`${address}/${transaction.id}`, 'GET')
  const whole = Object.assign(told(transaction), { _links: { transactionDetails: self } })
  return slim ? onlySlim(whole) : whole
}

export const toDetails = (
  transaction: BankTransaction,
  account: string,
): WireTransactionDetails => ({
  ...told(transaction),
  _links: {
    self: link(`${account}/transactions/${transaction.id}`, 'GET'),
    account: link(account, 'GET'),
  },
})

const onlySlim = (whole: WireTransaction): WireTransaction =>
  Object.fromEntries(
    Object.entries(whole).filter(([name]) => slimNames.has(name)),
  ) as WireTransaction

/** Put together in place: a page has up to hundreds, and to join copies takes twice as long. */
function told(transaction: BankTransaction): Told {
  const { id, status, amount, bookingDate, valueDate, endToEndId, details } = transaction
  const told: Partial<Told> = { transactionId: id }
  if (endToEndId !== undefined) told.endToEndId = endToEndId
  if (status === 'booked') told.bookingDate = bookingDate
  told.valueDate = valueDate
  told.transactionAmount = toWireAmount(amount)
  addWords(told, details)
  addAccounts(told, details, amount.currency)
  addRemittance(told, details)
  addProprietary(told, details)
  return told as Told
}

const retold: ReadonlySet<keyof TransactionDetails> = new Set([
  ...(['creditorAccount', 'debtorAccount', 'card', 'proprietary'] as const),
  'remittanceInformationUnstructured',
  'remittanceInformationUnstructuredArray',
])

/** Told as they are kept. */
function addWords(told: Record<string, unknown>, details: TransactionDetails): void {
  let name: keyof TransactionDetails
  for (name in details) if (!retold.has(name)) told[name] = details[name]
}

/** The interface wants a currency; where the other bank's is not known, it is the transaction's. */
function addAccounts(told: Partial<Told>, details: TransactionDetails, currency: Currency): void {
  const { creditorAccount, debtorAccount } = details
  if (isNumbered(creditorAccount)) told.creditorAccount = { currency, ...creditorAccount }
  if (isNumbered(debtorAccount)) told.debtorAccount = { currency, ...debtorAccount }
}

const isNumbered = (account: PartyAccount | undefined): account is PartyAccount =>
  account?.iban !== undefined || account?.bban !== undefined

const textMax = 140

/** One text as a list of one, and the other way round, so that a client may read either. */
function addRemittance(told: Partial<Told>, details: TransactionDetails): void {
  const { remittanceInformationUnstructured: text } = details
  const lines = details.remittanceInformationUnstructuredArray ?? (text ? [text] : [])
  if (lines.length === 0) return
  told.remittanceInformationUnstructured = (text ?? lines.join(' ')).slice(0, textMax)
  told.remittanceInformationUnstructuredArray = lines.map((line) => line.slice(0, textMax))
}

function addProprietary(told: Record<string, unknown>, { proprietary }: TransactionDetails): void {
  for (const name in proprietary) told[proprietaryName(name)] = proprietary[name]
}

const proprietaryName = (name: string): string =>
  `additionalInformationProprietary${name.charAt(0).toUpperCase()}${name.slice(1)}`
