import type { Customer } from '../../bank/port.ts'
import type { Transaction } from '../../storage/storage.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type {
  createSandboxCustomer,
  listSandboxCustomers,
  readSandboxCustomer,
} from '../../wire/sandbox-customers.ts'
import { found, taken } from './books-refusal.ts'
import { numbersOf } from './customer-numbers.ts'
import { listPart } from './list-part.ts'
import type { MockParts } from './mock-parts.ts'
import { ownBooks, type WorldCaller } from './own-books.ts'
import { requireRoom } from './world-bounds.ts'

export const createCustomers = ({ storage, random, bounds }: MockParts) => ({
  async list(
    caller: WorldCaller,
    { query }: Input<typeof listSandboxCustomers>,
  ): Promise<Output<typeof listSandboxCustomers>> {
    const customers = await ownBooks(storage, caller, random).books.customers()
    return { customers: listPart(customers, query).map(toWireCustomer) }
  },

  async read(
    caller: WorldCaller,
    { path }: Input<typeof readSandboxCustomer>,
  ): Promise<Output<typeof readSandboxCustomer>> {
    const { bank } = ownBooks(storage, caller, random)
    return toWireCustomer(found(await bank.customerByNumber(path.customerNumber)))
  },

  async create(
    caller: WorldCaller,
    { body }: Input<typeof createSandboxCustomer>,
    tx: Transaction,
  ): Promise<Output<typeof createSandboxCustomer>> {
    const { books } = ownBooks(tx, caller, random)
    await requireRoom(books, bounds, 'customers')
    const { name, type } = body
    const draw = async () => {
      const numbers = numbersOf(body, caller.now, random)
      return (await books.createCustomers([{ name, type, ...numbers }]))[0]!
    }
    const first = await draw()
    // Once more for a number that was drawn and is taken; with a given one it is refused again.
    const customer = first.ok ? first : await draw()
    return toWireCustomer(taken(customer, 'body/customerNumber'))
  },
})

export const toWireCustomer = ({ number, name, type, organisationNumber }: Customer) => ({
  customerNumber: number,
  name,
  type,
  ...(organisationNumber !== undefined && { organisationNumber }),
})
