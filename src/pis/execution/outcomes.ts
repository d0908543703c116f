import type { BankRefusal, Executed } from '../../bank/port.ts'
import type { PaymentEvent, PaymentStatus } from '../status.ts'
import { afterBatch } from './hold.ts'
import { type Outcome, walk } from './progress.ts'
import { refusalMessages } from './verdict.ts'

/** How far the bank came with a payment, or why it came nowhere; stuck is neither there nor back. */
type Result = Executed['state'] | BankRefusal | 'stuck'

/** What each result means for a payment in a batch; the same for the same, so that it is kept once. */
export function outcomesAt(at: Temporal.Instant) {
  const known = new Map<string, Outcome>()
  return (status: PaymentStatus, result: Result): Outcome => {
    const key = `${status} ${result}`
    const outcome = known.get(key) ?? outcomeOf(status, result, at)
    known.set(key, outcome)
    return outcome
  }
}

/** The money has left, and another bank has to post it. */
export const isUnderWay = (status: PaymentStatus): boolean => status === 'ACSP' || status === 'ACWP'

function outcomeOf(status: PaymentStatus, result: Result, at: Temporal.Instant): Outcome {
  const events = (...last: PaymentEvent[]) => walk(status, [...before[status]!, ...last], at)
  switch (result) {
    case 'settled':
      return isUnderWay(status)
        ? events('creditor-settled')
        : events('debtor-booked', 'creditor-settled')
    case 'booked':
      return { ...events('debtor-booked'), readyAt: afterBatch(at) }
    case 'stuck':
      return { ...events(), readyAt: afterBatch(at) }
    case 'insufficient-funds':
      return { ...events('no-funds'), fundsAvailable: false }
    default:
      return { ...events('refused'), messages: refusalMessages(result) }
  }
}

/** One that was held, or is on its way, is the batch's already. */
const before: Partial<Record<PaymentStatus, readonly PaymentEvent[]>> = {
  ACTC: ['taken-by-batch'],
  ACWC: ['taken-by-batch'],
  PDNG: [],
  ACSP: [],
  ACWP: [],
}
