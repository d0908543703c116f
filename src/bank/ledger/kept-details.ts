import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import type { CardDetails, TransactionDetails } from '../port.ts'

/** Details as they lie in the database: JSON knows no bigint, so amounts are digits. */
export interface KeptDetails extends Omit<TransactionDetails, 'card'> {
  card?: Omit<CardDetails, AmountName> & Partial<Record<AmountName, KeptMoney>>
}

interface KeptMoney {
  minor: string
  currency: Currency
}

const amountNames = ['originalAmount', 'grandTotalAmount', 'markupFee'] as const
type AmountName = (typeof amountNames)[number]

export function keepDetails({ card, ...details }: TransactionDetails): KeptDetails {
  if (!card) return details
  const { originalAmount, grandTotalAmount, markupFee, ...others } = card
  const amounts = { originalAmount, grandTotalAmount, markupFee }
  return { ...details, card: { ...others, ...mapAmounts(amounts, keepMoney) } }
}

export function readDetails(kept: KeptDetails): TransactionDetails {
  // Nearly all are not of a card, and as they are kept they are what is wanted.
  if (!kept.card) return kept as Omit<KeptDetails, 'card'>
  const { card, ...details } = kept
  const { originalAmount, grandTotalAmount, markupFee, ...others } = card
  const amounts = { originalAmount, grandTotalAmount, markupFee }
  return { ...details, card: { ...others, ...mapAmounts(amounts, readMoney) } }
}

function mapAmounts<From, To>(
  amounts: Record<AmountName, From | undefined>,
  map: (amount: From) => To,
): Partial<Record<AmountName, To>> {
  const mapped: Partial<Record<AmountName, To>> = {}
  for (const name of amountNames) {
    const amount = amounts[name]
    if (amount !== undefined) mapped[name] = map(amount)
  }
  return mapped
}

const keepMoney = ({ minor, currency }: Money): KeptMoney => ({ minor: String(minor), currency })
const readMoney = ({ minor, currency }: KeptMoney): Money => ({ minor: BigInt(minor), currency })
