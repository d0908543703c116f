import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Customer, CustomerAgreement, Customers } from '../port.ts'
import { agreementsFor } from './agreements.ts'
import { done, isText, refuse } from './answer.ts'

export const customersIn = (world: WorldQueries): Customers => ({
  customer: async (id) => found(isUuid(id) ? await world.row(readById, [id]) : undefined),
  customerByNumber: async (number) =>
    found(isText(number) ? await world.row(readByNumber, [number]) : undefined),
  agreementsOf: async (customerId) => {
    if (!isUuid(customerId) || !(await world.row(readById, [customerId]))) {
      return refuse('customer-unknown')
    }
    return done<CustomerAgreement[]>(await agreementsFor(world, customerId))
  },
})

export const allCustomers = async (world: WorldQueries): Promise<Customer[]> =>
  (await world.rows(readAll, [])).map(toCustomer)

interface CustomerRow {
  id: string
  number: string
  name: string
  type: Customer['type']
  organisationNumber: string | null
}

const found = (row: CustomerRow | undefined) =>
  row ? done(toCustomer(row)) : refuse('customer-unknown')

const toCustomer = ({ organisationNumber, ...customer }: CustomerRow): Customer =>
  organisationNumber === null ? customer : { ...customer, organisationNumber }

const columns = 'c.id, c.number, c.name, c.type, c.organisation_number as "organisationNumber"'

const readById = worldStatement<[id: string], CustomerRow>(
  'customer-by-id',
  `select ${columns} from customer c where c.world_id = $1 and c.id = $2`,
)

const readByNumber = worldStatement<[number: string], CustomerRow>(
  'customer-by-number',
  `select ${columns} from customer c where c.world_id = $1 and c.number = $2`,
)

const readAll = worldStatement<[], CustomerRow>(
  'customers',
  `select ${columns} from customer c where c.world_id = $1 order by c.number`,
)
