import type { Caller } from '../../kernel/caller.ts'
import { Problem } from '../../kernel/problem.ts'
import type { OfferingCaller } from '../../sca/sca.ts'
import { inWorld, type Transaction } from '../../storage/storage.ts'
import { type BasketWithPayments, basketNamed, lockBasket, setDeleted } from './basket-rows.ts'
import { basketStatus } from './basket-status.ts'
import { type BasketParts, createCreate } from './create-basket.ts'
import { linksToBasket } from './links.ts'

interface Named {
  basketId: string
}

/** What a TPP does with baskets. */
export function createBaskets(parts: BasketParts & { basketPaymentsMax: number }) {
  const { storage, offers, publicUrl } = parts

  async function find({ tppId, world }: Caller, { basketId }: Named): Promise<BasketWithPayments> {
    return known(await basketNamed(inWorld(storage, world), tppId, basketId))
  }

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
      known(await basketNamed(world, tppId, path.basketId))
      throw new Problem('CONFLICT', 'The PSU has decided about this basket: it can no longer go.')
    },

    async startAuthorisation(caller: OfferingCaller, { path }: { path: Named }, tx: Transaction) {
      const world = inWorld(tx, caller.world)
      const basket = known(await lockBasket(world, caller.tppId, path.basketId))
      requireWaiting(basket)
      const approval = await offers.approval(caller, subjectOf(basket), basket, tx)
      return {
        ...{ authorisationId: approval.authorisationId, scaStatus: 'received' as const },
        _links: linksToBasket(publicUrl(), basket.id).approval(approval),
      }
    },

    async listAuthorisations(caller: Caller, { path }: { path: Named }) {
      const of = subjectOf(await find(caller, path))
      const world = inWorld(storage, caller.world)
      return { authorisationIds: await offers.authorisations(world, of) }
    },

    async readAuthorisation(
      caller: Caller,
      { path }: { path: Named & { authorisationId: string } },
    ) {
      const of = subjectOf(await find(caller, path))
      const world = inWorld(storage, caller.world)
      const scaStatus = await offers.authorisation(world, of, path.authorisationId, caller.now)
      if (scaStatus) return { scaStatus }
      throw new Problem('RESOURCE_UNKNOWN', 'There is no such authorisation.')
    },
  }
}

export type Baskets = ReturnType<typeof createBaskets>

function known(basket: BasketWithPayments | undefined): BasketWithPayments {
  if (basket) return basket
  throw new Problem('RESOURCE_UNKNOWN', 'There is no such basket.')
}

const subjectOf = ({ id }: BasketWithPayments) => ({ kind: 'basket', id })

const statusOf = ({ payments }: BasketWithPayments) =>
  basketStatus(payments.map(({ status }) => status))

function requireWaiting(basket: BasketWithPayments): void {
  const waits = basket.payments.some(({ status }) => status === 'RCVD')
  if (basket.decidedAt === null && waits) return
  const status = statusOf(basket)
  throw new Problem('CONFLICT', `The basket is ${status} and waits for nobody’s approval.`)
}
