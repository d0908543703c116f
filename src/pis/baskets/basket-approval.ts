import type { Bank } from '../../bank/port.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { ScaSubject, SubjectOfLink } from '../../sca/sca.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import { approvePayments } from '../approve.ts'
import { bindingOf } from '../binding.ts'
import { describeBasket } from '../describe.ts'
import { ratesFor } from '../exchange-rates.ts'
import { failure, mayNot, notPriced } from '../failures.ts'
import { passed } from '../history.ts'
import { lockWholes, type Payable, payableBy, type Whole } from '../payable.ts'
import { savePayments } from '../payment-rows.ts'
import { isPriced } from '../priced.ts'
import { keepShownFees } from '../shown-fees.ts'
import { lockBasket, setDecided } from './basket-rows.ts'

/** All payments of a basket that still wait, approved or declined in one go. */
export const createBasketApproval = ({ bank }: { bank(world: WorldQueries): Bank }): ScaSubject => {
  const payable = async (
    world: WorldQueries,
    subject: SubjectOfLink,
  ): Promise<Payable[] | undefined> => {
    const wholes = await waitingIn(world, subject)
    const found = wholes && (await payableBy(bank(world), wholes, subject))
    if (wholes && found) await keepShownFees(world, wholes, found)
    return found
  }
  return {
    kind: 'basket',
    binding: async (world, subject) => {
      const wholes = await waitingIn(world, subject)
      return (
        wholes &&
        bindingOf(
          wholes.map(({ payment }) => payment),
          subject.now,
        )
      )
    },
    describe: async (world, subject) => {
      const shown = await payable(world, subject)
      if (!shown) return undefined
      return describeBasket(shown, await ratesFor(bank(world), shown, osloDate(subject.now)))
    },
    approve: async (world, subject) => {
      const shown = await payable(world, subject)
      if (!shown) return mayNot
      if (!shown.every(isPriced)) return notPriced
      await setDecided(world, subject.id, subject.now)
      return approvePayments(bank(world), world, shown, subject)
    },
    reject: async (world, subject) => {
      const wholes = (await waitingIn(world, subject)) ?? []
      const declined = wholes.map(({ payment }) => passed(payment, 'declined', subject.now))
      await setDecided(world, subject.id, subject.now)
      await savePayments(world, declined)
      return failure('PAYMENT_FAILED', 'The PSU declined the payments.')
    },
  }
}

/**
 * The payments, locked, or undefined when nothing waits. One that was deleted or approved by itself
 * is no longer among them, so that a code made before is void.
 */
async function waitingIn(
  world: WorldQueries,
  { id, tppId }: Pick<SubjectOfLink, 'id' | 'tppId'>,
): Promise<Whole[] | undefined> {
  const basket = await lockBasket(world, tppId, id)
  if (!basket || basket.decidedAt !== null) return undefined
  const wholes = await lockWholes(
    world,
    tppId,
    basket.payments.map((payment) => payment.id),
  )
  const waiting = wholes.filter(({ payment }) => payment.status === 'RCVD')
  return waiting.length > 0 ? waiting : undefined
}
