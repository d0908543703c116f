import type { BooksRefusal, BooksResult } from '../../bank/ledger/ledger.ts'
import { Problem, type ProblemCode } from '../../kernel/problem.ts'

/** What the books refuse, in the words of the interface. */
const refusals: Record<BooksRefusal, [code: ProblemCode, text: string]> = {
  'customer-unknown': ['FORMAT_ERROR', 'names no customer of this sandbox'],
  'agreement-unknown': ['RESOURCE_UNKNOWN', 'is unknown'],
  'account-unknown': ['RESOURCE_UNKNOWN', 'is unknown'],
  'engagement-unknown': ['RESOURCE_UNKNOWN', 'is unknown'],
  'transaction-unknown': ['RESOURCE_UNKNOWN', 'is unknown'],
  'reference-unknown': ['RESOURCE_UNKNOWN', 'is unknown'],
  'number-taken': ['CONFLICT', 'has an owner already'],
  'reference-used': ['CONFLICT', 'has been used already'],
  'owner-not-corporate': ['FORMAT_ERROR', 'is no company, and only companies make agreements'],
  'account-not-owned': ['FORMAT_ERROR', 'does not belong to the owner of the agreement'],
  'date-in-future': ['FORMAT_ERROR', 'lies in the future'],
  'amount-too-large': ['FORMAT_ERROR', 'leads to a balance larger than the books can hold'],
  'account-closed': ['FORMAT_ERROR', 'is closed'],
  'account-blocked': ['FORMAT_ERROR', 'is blocked'],
  'payments-not-allowed': ['FORMAT_ERROR', 'does not allow payments'],
  'insufficient-funds': ['FORMAT_ERROR', 'does not have that much'],
  'currency-not-held': ['FORMAT_ERROR', 'is in another currency'],
  'currency-not-quoted': ['FORMAT_ERROR', 'is in a currency that the bank has no rate for'],
  'creditor-refuses': ['FORMAT_ERROR', 'does not take it'],
}

/** The value, or a refusal that names the place in the request which it is about. */
export function taken<Value>(result: BooksResult<Value>, path: string): Value {
  if (result.ok) return result.value
  const [code, text] = refusals[result.refusal]
  if (code === 'RESOURCE_UNKNOWN') throw unknownResource()
  throw refusedBecause({ path, text }, code)
}

/** For ids in a path: whatever does not exist here is unknown, for whichever reason. */
export function found<Value>(result: BooksResult<Value>): Value {
  if (result.ok) return result.value
  throw unknownResource()
}

export const unknownResource = (): Problem =>
  new Problem('RESOURCE_UNKNOWN', 'There is no such resource in your sandbox.')

export const refusedBecause = (
  finding: { path: string; text: string },
  code: ProblemCode = 'FORMAT_ERROR',
): Problem => new Problem(code, 'The sandbox cannot do that:', { findings: [finding] })
