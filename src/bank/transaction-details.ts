import type { Currency } from '../kernel/currency.ts'
import type { Money } from '../kernel/money.ts'

/**
 * What a transaction tells beyond amount and dates, in the words of the interface. Nothing of it is
 * ever searched or summed. Dates and rates are texts as the interface prints them.
 */
export interface TransactionDetails {
  bankTransactionCode?: string
  proprietaryBankTransactionCode?: string
  purposeCode?: string
  creditorId?: string
  creditorName?: string
  creditorAccount?: PartyAccount
  creditorAgent?: string
  debtorName?: string
  debtorAccount?: PartyAccount
  debtorAgent?: string
  ultimateCreditor?: string
  ultimateDebtor?: string
  remittanceInformationUnstructured?: string
  remittanceInformationUnstructuredArray?: string[]
  remittanceInformationStructuredArray?: StructuredRemittance[]
  currencyExchange?: CurrencyExchange
  mandateId?: string
  entryReference?: string
  additionalInformation?: string
  /** Become the properties `additionalInformationProprietaryX`. */
  proprietary?: Record<string, string>
  card?: CardDetails
}

export interface PartyAccount {
  iban?: string
  bban?: string
  currency?: Currency
}

export interface StructuredRemittance {
  reference: string
  referenceType?: string
  referenceIssuer?: string
}

export interface CurrencyExchange {
  sourceCurrency: Currency
  targetCurrency: Currency
  /** The currency of which one unit costs the rate. */
  unitCurrency: Currency
  exchangeRate: string
  quotationDate: string
  contractIdentification?: string
}

/** A purchase with a card: what the merchant asked for, and what it came to on the account. */
export interface CardDetails {
  maskedPan?: string
  transactionDate?: string
  /** With offset, as the terminal reported it. */
  acceptorTransactionDateTime?: string
  terminalId?: string
  cardAcceptorId?: string
  cardAcceptorAddress?: CardAcceptorAddress
  cardAcceptorPhone?: string
  merchantCategoryCode?: string
  originalAmount?: Money
  grandTotalAmount?: Money
  markupFee?: Money
  /** A decimal such as "1.75". */
  markupFeePercentage?: string
  transactionDetails?: string
}

export interface CardAcceptorAddress {
  street?: string
  buildingNumber?: string
  townName?: string
  postalCode?: string
  country: string
}
