import { BulkDetails, inOrder, PaymentDetails, PeriodicDetails } from '../wire/payment-details.ts'
import type { Payment } from './payment.ts'
import { printFees, printTold } from './print.ts'

/** A payment as a TPP reads it; `parts` are those of a bulk payment or the executions so far. */
export function printDetails(payment: Payment, parts: readonly Payment[]) {
  const whole = { ...payment.body, ...became(payment) }
  if (payment.service === 'bulk-payments') {
    const payments = parts.map((part) =>
      inOrder({ paymentId: part.id, ...part.body, ...became(part) }, partDetails),
    )
    return inOrder({ ...whole, payments }, BulkDetails)
  }
  if (payment.service === 'payments') return inOrder(whole, PaymentDetails)
  return inOrder({ ...whole, ...printExecutions(payment, parts) }, PeriodicDetails)
}

const partDetails = BulkDetails.properties.payments.items

const became = (payment: Payment) => ({
  ...(payment.endToEndId !== null && { endToEndIdentification: payment.endToEndId }),
  transactionStatus: payment.status,
  ...printFees(payment),
  ...printTold(payment),
})

const printExecutions = ({ nextOn }: Payment, executions: readonly Payment[]) => ({
  ...(nextOn !== null && { nextExecutionDate: nextOn.toString() }),
  executions: executions.map(printExecution),
})

const printExecution = ({ id, executionOn, status }: Payment) => ({
  paymentId: id,
  executionDate: executionOn?.toString() ?? '',
  transactionStatus: status,
})
