import { Problem } from '../../kernel/problem.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { PayingCaller } from '../../sca/sca.ts'
import { inWorld, type Transaction, type WorldQueries } from '../../storage/storage.ts'
import type { WireCreatedBasket } from '../../wire/baskets.ts'
import type { PaymentParts } from '../parts.ts'
import { lockWholes } from '../payable.ts'
import { payerOf } from '../payer.ts'
import type { Payer, Payment } from '../payment.ts'
import { linksToBasket } from '../print.ts'
import { inOpenBaskets, insertBasket } from './basket-rows.ts'
import { misfitsIn } from './misfits.ts'

export type BasketParts = Pick<PaymentParts, 'storage' | 'random' | 'publicUrl' | 'offers' | 'room'>

/** Makes a basket of payments that nobody can put into another meanwhile. */
export const createCreate =
  ({ random, offers, publicUrl, room }: BasketParts) =>
  async (
    caller: PayingCaller,
    { body }: { body: { paymentIds: string[] } },
    tx: Transaction,
  ): Promise<WireCreatedBasket> => {
    const { paymentIds } = body
    const world = inWorld(tx, caller.world)
    const payer = payerOf(caller)
    await requireFitting(world, payer, paymentIds)
    await room?.take(world, 'baskets')
    const basket = { ...payer, id: random.uuid(), decidedAt: null }
    await insertBasket(world, basket, paymentIds, caller.now)
    const approval = offers.approval(caller, { kind: 'basket', id: basket.id }, basket, tx)
    const links = linksToBasket(publicUrl(), basket.id)
    return {
      ...{ basketId: basket.id, transactionStatus: 'RCVD' },
      _links: { ...links.approval('authorisations', approval), ...links.itself },
    }
  }

/** Holds the payments; of two baskets made of the same one at once, the second finds it taken. */
async function requireFitting(
  world: WorldQueries,
  payer: Payer,
  paymentIds: readonly string[],
): Promise<void> {
  const known = [...new Set(paymentIds)].filter(isUuid)
  const wholes = await lockWholes(world, payer.tppId, known)
  const found = new Map<string, Payment>(wholes.map(({ payment }) => [payment.id, payment]))
  const taken = await inOpenBaskets(world, known)
  const findings = misfitsIn({ paymentIds, payer, found, taken })
  const [first] = findings
  if (!first) return
  throw new Problem(first.code ?? 'CONFLICT', 'The basket cannot be made:', { findings })
}
