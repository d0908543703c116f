import { Problem } from '../kernel/problem.ts'
import type { OfferingCaller } from '../sca/sca.ts'
import { inWorld, type Transaction } from '../storage/storage.ts'
import type { Output } from '../wire/operation.ts'
import type { deletePayment } from '../wire/payments.ts'
import { anotherApproval } from './authorisations.ts'
import { lockPayment, type Named } from './find.ts'
import { passed } from './history.ts'
import type { PaymentParts } from './parts.ts'
import type { Whole } from './payable.ts'
import type { PaymentService } from './payment.ts'
import { savePayments } from './payment-rows.ts'
import { linksTo } from './print.ts'
import { statusAfter } from './status.ts'

/** Takes a payment back: at once before approval, with the PSU's approval after it. */
export function createDelete(
  parts: Pick<PaymentParts, 'offers' | 'room' | 'publicUrl'>,
  service: PaymentService,
) {
  return async (
    caller: OfferingCaller,
    { path }: { path: Named },
    tx: Transaction,
  ): Promise<Output<ReturnType<typeof deletePayment>>> => {
    const world = inWorld(tx, caller.world)
    const whole = await lockPayment(world, caller.tppId, service, path)
    const { payment } = whole
    if (payment.parentId === null && statusAfter(payment.status, 'deleted')) {
      const gone = [payment, ...whole.parts].map((each) => passed(each, 'deleted', caller.now))
      await savePayments(world, gone)
      return undefined
    }
    requireCancellable(whole)
    const subject = { kind: 'cancellation', id: payment.id }
    const approval = await anotherApproval(parts, { caller, subject, payer: payment }, tx)
    const links = linksTo(parts.publicUrl(), payment)
    return {
      transactionStatus: payment.status,
      _links: { ...links.approval('cancellation-authorisations', approval), ...links.itself },
    }
  }
}

/** One that is approved and that no batch has taken yet. */
export function requireCancellable({ payment: { parentId, status } }: Whole): void {
  if (parentId !== null) {
    throw new Problem('CONFLICT', 'This is one execution of a periodic payment: delete that one.')
  }
  if (!statusAfter(status, 'cancellation-approved')) {
    throw new Problem('CONFLICT', `The payment is ${status} and can no longer be taken back.`)
  }
}
