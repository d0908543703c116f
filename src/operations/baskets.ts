import type { Baskets } from '../pis/pis.ts'
import type { Transaction } from '../storage/storage.ts'
import {
  listAuthorisations,
  readAuthorisation,
  startAuthorisation,
} from '../wire/authorisations.ts'
import {
  approvedBasket,
  createBasket,
  deleteBasket,
  readBasket,
  readBasketStatus,
} from '../wire/baskets.ts'
import { paymentHeaders } from '../wire/headers.ts'
import type { Operation } from '../wire/operation.ts'
import { op } from './op.ts'

const making = { role: 'PISP', sca: 'payment', requires: paymentHeaders.create } as const
const offering = { role: 'PISP', sca: 'offer', requires: paymentHeaders.rest } as const
const plain = { role: 'PISP', requires: paymentHeaders.rest } as const

/** What a TPP does with signing baskets. */
export function basketOperations(baskets: Baskets): Operation<Transaction>[] {
  const basket = '/v1/signing-baskets/{basketId}'
  const authorisations = `${basket}/authorisations`
  const { start, list, read } = baskets.authorisations
  // biome-ignore format: one line for each operation
  return [
    op('POST', '/v1/signing-baskets', createBasket(baskets.paymentsMax), baskets.create, making),
    op('GET', basket, readBasket, baskets.read, plain),
    op('GET', `${basket}/status`, readBasketStatus, baskets.status, plain),
    op('DELETE', basket, deleteBasket, baskets.delete, plain),
    op('POST', authorisations, startAuthorisation(approvedBasket), start, offering),
    op('GET', authorisations, listAuthorisations(approvedBasket), list, plain),
    op('GET', `${authorisations}/{authorisationId}`, readAuthorisation(approvedBasket), read, plain),
  ]
}
