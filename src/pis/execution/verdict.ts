import assert from 'node:assert/strict'
import type { BankRefusal } from '../../bank/port.ts'
import type { TppMessage } from '../payment.ts'

/** Why the bank did not carry out a payment, as the TPP is told. */
export function refusalMessages(refusal: BankRefusal): TppMessage[] {
  const text = texts[refusal]
  assert(text, `A payment was refused as ${refusal}, which an approved one never is.`)
  return [{ category: 'ERROR', code: 'PAYMENT_FAILED', text }]
}

const texts: Partial<Record<BankRefusal, string>> = {
  'account-unknown': 'The debtor’s account does not exist any more.',
  'account-closed': 'The debtor’s account is closed.',
  'account-blocked': 'The debtor’s account is blocked.',
  'payments-not-allowed': 'The debtor’s account does not allow payments any more.',
  'creditor-refuses':
    'The creditor’s account does not take the payment: it is closed, blocked or unknown, or asks for a KID.',
  'currency-not-held': 'The creditor’s account is in another currency.',
  'currency-not-quoted': 'The bank has no rate for the currency.',
  'amount-too-large': 'The amount is more than an account can hold.',
}
