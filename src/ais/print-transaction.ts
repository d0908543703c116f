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
  const whole = { ...told(transaction), _links: { transactionDetails: self } }
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

function told(transaction: BankTransaction): Told {
  const { id, status, amount, bookingDate, valueDate, endToEndId, details } = transaction
  return {
    transactionId: id,
    ...(endToEndId !== undefined && { endToEndId }),
    ...(status === 'booked' && { bookingDate }),
    valueDate,
    transactionAmount: toWireAmount(amount),
    ...words(details),
    ...accounts(details, amount.currency),
    ...remittance(details),
    ...proprietary(details),
  }
}

/** Told as they are kept. */
function words(details: TransactionDetails) {
  const {
    card: _,
    proprietary: __,
    creditorAccount: ___,
    debtorAccount: ____,
    remittanceInformationUnstructured: _____,
    remittanceInformationUnstructuredArray: ______,
    ...kept
  } = details
  return kept
}

/** The interface wants a currency; where the other bank's is not known, it is the transaction's. */
function accounts({ creditorAccount, debtorAccount }: TransactionDetails, currency: Currency) {
  const reference = (account: PartyAccount) => ({ currency, ...account })
  return {
    ...(isNumbered(creditorAccount) && { creditorAccount: reference(creditorAccount) }),
    ...(isNumbered(debtorAccount) && { debtorAccount: reference(debtorAccount) }),
  }
}

const isNumbered = (account: PartyAccount | undefined): account is PartyAccount =>
  account?.iban !== undefined || account?.bban !== undefined

const textMax = 140

/** One text as a list of one, and the other way round, so that a client may read either. */
function remittance(details: TransactionDetails) {
  const { remittanceInformationUnstructured: text } = details
  const lines = details.remittanceInformationUnstructuredArray ?? (text ? [text] : [])
  if (lines.length === 0) return {}
  return {
    remittanceInformationUnstructured: (text ?? lines.join(' ')).slice(0, textMax),
    remittanceInformationUnstructuredArray: lines.map((line) => line.slice(0, textMax)),
  }
}

const proprietary = ({ proprietary: references }: TransactionDetails): object | undefined =>
  references &&
  Object.fromEntries(
    Object.entries(references).map(([name, reference]) => [
      `additionalInformationProprietary${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      reference,
    ]),
  )
