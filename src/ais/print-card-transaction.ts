import type { BankTransaction, CardAcceptorAddress, CardDetails } from '../bank/port.ts'
import { type Money, negate } from '../kernel/money.ts'
import { toWireAmount } from '../wire/amount.ts'
import type { WireCardTransaction } from '../wire/card-transactions.ts'

export function toWireCardTransaction(
  { id, status, amount, bookingDate, valueDate, invoiced, details }: BankTransaction,
  maskedPan: string,
): WireCardTransaction {
  const { card = {}, currencyExchange, proprietaryBankTransactionCode } = details
  return {
    cardTransactionId: id,
    transactionDate: card.transactionDate ?? bookingDate,
    ...(status === 'booked' && { bookingDate }),
    valueDate,
    transactionAmount: toWireAmount(amount),
    ...(currencyExchange && { currencyExchange }),
    ...amounts(card, amount),
    ...merchant(card),
    maskedPAN: card.maskedPan ?? maskedPan,
    invoiced,
    ...(proprietaryBankTransactionCode !== undefined && { proprietaryBankTransactionCode }),
  }
}

/** Prices are kept as the merchant named them; here they are negative when money was spent. */
function amounts({ originalAmount, grandTotalAmount, markupFee }: CardDetails, booked: Money) {
  const signed = (price: Money) =>
    toWireAmount(price.minor < 0n === booked.minor < 0n ? price : negate(price))
  return {
    ...(originalAmount && { originalAmount: signed(originalAmount) }),
    ...(grandTotalAmount && { grandTotalAmount: signed(grandTotalAmount) }),
    ...(markupFee && { markupFee: toWireAmount(markupFee) }),
  }
}

function merchant(card: CardDetails) {
  const {
    originalAmount: _,
    grandTotalAmount: __,
    markupFee: ___,
    maskedPan: ____,
    transactionDate: _____,
    cardAcceptorAddress,
    ...kept
  } = card
  return {
    ...kept,
    ...(cardAcceptorAddress && { cardAcceptorAddress: toWireAddress(cardAcceptorAddress) }),
  }
}

/** In the words of the Berlin Group. */
const toWireAddress = ({ street, postalCode, ...address }: CardAcceptorAddress) => ({
  ...(street !== undefined && { streetName: street }),
  ...(postalCode !== undefined && { postCode: postalCode }),
  ...address,
})
