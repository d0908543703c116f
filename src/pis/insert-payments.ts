import { Problem } from '../kernel/problem.ts'
import {
  isNullRefused,
  type WorldQueries,
  type WorldStatement,
  type WorldTransaction,
  worldStatement,
} from '../storage/storage.ts'
import { columnTypes, type NewPayment, toColumns } from './payment-rows.ts'

interface Insertion {
  /** Whether to refuse them when the TPP has just made one that looks the same. */
  unlike?: boolean
}

/** A parent stands before its parts. */
export async function insertPayments(
  world: WorldQueries,
  payments: readonly NewPayment[],
  how?: Insertion,
): Promise<void> {
  try {
    await world.run(...insertion(payments, how))
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The same along with the commit, for whoever does nothing more to them until then. */
export function insertPaymentsLast(
  world: WorldTransaction,
  payments: readonly NewPayment[],
  how?: Insertion,
): void {
  world.runLast(...insertion(payments, how), refusalOf)
}

/** Nearly all are one row, which the database takes value by value in half the time. */
function insertion(
  payments: readonly NewPayment[],
  { unlike = false }: Insertion = {},
): [WorldStatement<readonly unknown[], unknown>, readonly unknown[]] {
  const rows = payments.map(toColumns)
  const [first] = rows
  if (first && rows.length === 1) return [insertOne, [unlike, ...valuesOf(first)]]
  const looks = unlike ? first : undefined
  return [insertMany, [JSON.stringify(rows), ...lookedAt.map((name) => looks?.[name] ?? null)]]
}

type Columns = ReturnType<typeof toColumns>

const valuesOf = (row: Columns): unknown[] =>
  Object.values({ ...row, history: JSON.stringify(row.history), messages: textOf(row.messages) })

const textOf = (messages: Columns['messages']): string | null =>
  messages === null ? null : JSON.stringify(messages)

const alikeHours = 24

const refusalOf = (error: unknown): unknown =>
  isNullRefused(error, 'payment', 'status')
    ? new Problem(
        'CONFLICT',
        'A payment with the same debtor, creditor, amount, date and reference was made in the last ' +
          `${alikeHours} hours. If this is another one, send it with allowLogicalDuplicate=true.`,
      )
    : error

const columns = columnTypes.split(/,\s+/).map((column) => column.split(' '))
const names = columns.map(([name]) => name).join(', ')

/** One that looks the same makes the status null, which its column refuses: nothing is written. */
const unlikeStatus = (alike: string, status: string) =>
  `case when ${alike} then null else ${status} end`

/** What another one is compared by, in the order in which it is handed over. */
const lookedAt = ['tpp_id', 'likeness', 'created_at', 'requested_on', 'execution_on'] as const

type LookedAt = (typeof lookedAt)[number]

const alike = (given: (name: LookedAt) => string) =>
  `made_alike($1, ${given('tpp_id')}, ${given('likeness')},
     ${given('created_at')}::timestamptz - interval '${alikeHours} hours',
     ${given('requested_on')}::date, ${given('execution_on')}::date)`

const insertMany = worldStatement<readonly unknown[]>(
  'payments-insert',
  `insert into payment (world_id, ${names})
   select $1, ${names.replace(
     ' status,',
     ` ${unlikeStatus(`(select ${alike((name) => `$${lookedAt.indexOf(name) + 3}`)})`, 'status')},`,
   )}
   from jsonb_to_recordset($2::jsonb) as new (${columnTypes})`,
)

/** Behind the world, and whether it has to be unlike others. */
const parameterOf = new Map(columns.map(([name, type], place) => [name, `$${place + 3}::${type}`]))
const given = (name: string): string => parameterOf.get(name) ?? ''

const insertOne = worldStatement<readonly unknown[]>(
  'payment-insert',
  `insert into payment (world_id, ${names}) values ($1, ${columns
    .map(([name = '']) =>
      name === 'status'
        ? unlikeStatus(`case when $2::boolean then ${alike(given)} end`, given(name))
        : given(name),
    )
    .join(', ')})`,
)
