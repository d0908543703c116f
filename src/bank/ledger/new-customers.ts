import type { Random } from '../../kernel/random.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Customer } from '../port.ts'
import { done, refuse } from './answer.ts'
import type { BooksResult, NewCustomer } from './books.ts'

export async function createCustomers(
  world: WorldQueries,
  random: Random,
  customers: readonly NewCustomer[],
): Promise<BooksResult<Customer>[]> {
  const named = customers.map(
    (customer): Customer => ({ ...customer, id: customer.id ?? random.uuid() }),
  )
  const inserted = await world.rows(insertCustomers, [
    named.map(({ id }) => id),
    named.map(({ number }) => number),
    named.map(({ name }) => name),
    named.map(({ type }) => type),
    named.map(({ organisationNumber }) => organisationNumber ?? null),
  ])
  const ids = new Set(inserted.map(({ id }) => id))
  return named.map((customer) => (ids.has(customer.id) ? done(customer) : refuse('number-taken')))
}

const insertCustomers = worldStatement<
  [
    ids: string[],
    numbers: string[],
    names: string[],
    types: Customer['type'][],
    organisationNumbers: (string | null)[],
  ],
  { id: string }
>(
  'customers-insert',
  `insert into customer (world_id, id, number, name, type, organisation_number)
   select $1, c.id, c.number, c.name, c.type, c.organisation_number
   from unnest((select $2::uuid[]), (select $3::text[]), (select $4::text[]), (select $5::text[]), (select $6::text[]))
     as c (id, number, name, type, organisation_number)
   on conflict do nothing returning id`,
)
