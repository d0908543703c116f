import type { Caller } from '../../kernel/caller.ts'
import { Problem } from '../../kernel/problem.ts'
import { inWorld, type Transaction, type WorldQueries } from '../../storage/storage.ts'
import { authorisationsOf } from '../authorisations.ts'
import { linksToBasket } from '../print.ts'
import { type BasketWithPayments, basketNamed, lockBasket, setDeleted } from './basket-rows.ts'
import { basketStatus } from './basket-status.ts'
import { type BasketParts, createCreate } from './create-basket.ts'

interface Named {
  basketId: string
}

/** What a TPP does with baskets. */
export function createBaskets(parts: BasketParts & { basketPaymentsMax: number }) {
  const { storage, publicUrl } = parts

  const find = ({ tppId, world }: Caller, path: Named) =>
    basketOf(inWorld(storage, world), tppId, path)

  return {
    paymentsMax: parts.basketPaymentsMax,
    create: createCreate(parts),

    async read(caller: Caller, { path }: { path: Named }) {
      const basket = await find(caller, path)
      return {
        ...{ basketId: basket.id, transactionStatus: statusOf(basket) },
        payments: basket.payments.map(({ id }) => id),
        _links: linksToBasket(publicUrl(), basket.id).itself,
      }
    },

    async status(caller: Caller, { path }: { path: Named }) {
      return { transactionStatus: statusOf(await find(caller, path)) }
    },

    async delete(caller: Caller, { path }: { path: Named }, tx: Transaction) {
      const { tppId, now } = caller
      const world = inWorld(tx, caller.world)
      if (await setDeleted(world, tppId, path.basketId, now)) return
      await basketOf(world, tppId, path)
      throw new Problem('CONFLICT', 'The PSU has decided about this basket: it can no longer go.')
    },

    authorisations: authorisationsOf<Named, BasketWithPayments>(parts, {
      kind: 'basket',
      find: basketOf,
      async lockWaiting(world, tppId, { basketId }) {
        const basket = known(await lockBasket(world, tppId, basketId))
        requireWaiting(basket)
        return basket
      },
      links: ({ id }, approval) =>
        linksToBasket(publicUrl(), id).approval('authorisations', approval),
    }),
  }
}

export type Baskets = ReturnType<typeof createBaskets>

const basketOf = async (world: WorldQueries, tppId: string, { basketId }: Named) =>
  known(await basketNamed(world, tppId, basketId))

function known(basket: BasketWithPayments | undefined): BasketWithPayments {
  if (basket) return basket
  throw new Problem('RESOURCE_UNKNOWN', 'There is no such basket.')
}

const statusOf = ({ payments }: BasketWithPayments) =>
  basketStatus(payments.map(({ status }) => status))

function requireWaiting(basket: BasketWithPayments): void {
  const waits = basket.payments.some(({ status }) => status === 'RCVD')
  if (basket.decidedAt === null && waits) return
  const status = statusOf(basket)
  throw new Problem('CONFLICT', `The basket is ${status} and waits for nobody’s approval.`)
}
