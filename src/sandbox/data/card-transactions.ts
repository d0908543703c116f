import type { NewTransaction } from '../../bank/ledger/ledger.ts'
import type { BankTransaction, CardAccount, CardDetails } from '../../bank/port.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { Transaction } from '../../storage/storage.ts'
import { toWireAmount } from '../../wire/amount.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type {
  createSandboxCardTransactions,
  GivenCardTransaction,
  listSandboxCardTransactions,
  WireCardTransaction,
} from '../../wire/sandbox-card-transactions.ts'
import { found, refusedBecause, taken } from './books-refusal.ts'
import { moneyFrom, moneyIn } from './given-amount.ts'
import { askedRecords, mockDates, pastDate } from './mock-dates.ts'
import type { MockParts } from './mock-parts.ts'
import { ownBooks, type WorldCaller } from './own-books.ts'
import { requireRoom } from './world-bounds.ts'

export const createCardTransactions = ({ storage, random, bounds }: MockParts) => ({
  async list(
    caller: WorldCaller,
    { path, query }: Input<typeof listSandboxCardTransactions>,
  ): Promise<Output<typeof listSandboxCardTransactions>> {
    const { bank, books } = ownBooks(storage, caller, random)
    const account = found(await bank.cardAccount(path.id))
    const asked = askedRecords(query, caller.now)
    const records = found(await books.records({ accountId: account.id, ...asked }))
    return records.map((record) => toWire(record, account))
  },

  async create(
    caller: WorldCaller,
    { path, body }: Input<typeof createSandboxCardTransactions>,
    tx: Transaction,
  ): Promise<Output<typeof createSandboxCardTransactions>> {
    const { bank, books } = ownBooks(tx, caller, random)
    const account = found(await bank.cardAccount(path.id))
    const orders = body.map((given, place) => orderOf(given, account, caller.now, `body/${place}`))
    await requireRoom(books, bounds, 'transactions', orders.length)
    const entered = await books.enter(orders, caller.now)
    return entered.map((result, place) => toWire(taken(result, `body/${place}`), account))
  },
})

function orderOf(
  given: GivenCardTransaction,
  account: CardAccount,
  now: Temporal.Instant,
  path: string,
): NewTransaction {
  const { transactionAmount, invoiced = false, proprietaryBankTransactionCode, ...told } = given
  const amount = moneyIn(account.currency, transactionAmount, `${path}/transactionAmount`, 'any')
  if (amount.minor === 0n) {
    throw refusedBecause({ path: `${path}/transactionAmount/amount`, text: 'The amount is zero.' })
  }
  const dates = mockDates(given, now, path)
  const made = pastDate(told.transactionDate, osloDate(now), `${path}/transactionDate`)
  return {
    ...{ accountId: account.id, amount, ...dates, invoiced },
    details: {
      bankTransactionCode: amount.minor < 0n ? 'PMNT-CCRD-POSC' : 'PMNT-RCDT-DMCT',
      ...(proprietaryBankTransactionCode !== undefined && { proprietaryBankTransactionCode }),
      ...(told.cardAcceptorId !== undefined && { creditorName: told.cardAcceptorId }),
      debtorName: account.ownerName,
      card: {
        ...cardDetails(told, path),
        transactionDate: (made ?? dates.bookingDate).toString(),
        maskedPan: told.maskedPan ?? account.maskedPan,
      },
    },
  }
}

type Told = Omit<GivenCardTransaction, 'transactionAmount' | 'invoiced'>

function cardDetails(given: Told, path: string): CardDetails {
  const { originalAmount, markupFee, cardAcceptorAddress, ...rest } = given
  const { bookingDate: _, valueDate: __, transactionDate: ___, ...told } = rest
  const money = (name: 'originalAmount' | 'markupFee') => {
    const amount = given[name]
    return amount && { [name]: moneyFrom(amount, `${path}/${name}`, 'any') }
  }
  return {
    ...told,
    ...money('originalAmount'),
    ...money('markupFee'),
    ...(cardAcceptorAddress && {
      cardAcceptorAddress: addressOf(cardAcceptorAddress, `${path}/cardAcceptorAddress`),
    }),
  }
}

/** `city` is the old name of `townName`. */
function addressOf(given: NonNullable<Told['cardAcceptorAddress']>, path: string) {
  const { city, ...address } = given
  if (city === undefined) return address
  if (address.townName !== undefined && address.townName !== city) {
    throw refusedBecause({ path: `${path}/city`, text: 'is another than townName' })
  }
  return { ...address, townName: city }
}

function toWire(
  { id, amount, bookingDate, valueDate, invoiced, details }: BankTransaction,
  account: CardAccount,
): WireCardTransaction {
  const { originalAmount, markupFee, ...card } = details.card ?? {}
  const { acceptorTransactionDateTime: _, grandTotalAmount: __, ...told } = card
  const { proprietaryBankTransactionCode } = details
  return {
    ...told,
    cardTransactionId: id,
    transactionDate: card.transactionDate ?? bookingDate,
    bookingDate,
    valueDate,
    transactionAmount: toWireAmount(amount),
    ...(originalAmount && { originalAmount: toWireAmount(originalAmount) }),
    ...(markupFee && { markupFee: toWireAmount(markupFee) }),
    maskedPan: card.maskedPan ?? account.maskedPan,
    invoiced,
    ...(proprietaryBankTransactionCode !== undefined && { proprietaryBankTransactionCode }),
  }
}
