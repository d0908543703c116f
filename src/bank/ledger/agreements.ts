import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Agreement, CustomerAgreement, Engagement, EngagementRole } from '../port.ts'

/** Those under which the customer may act, each with this customer's engagements only. */
export const agreementsFor = async (
  world: WorldQueries,
  customerId: string,
): Promise<CustomerAgreement[]> => grouped(await world.rows(readForCustomer, [customerId]))

export const allAgreements = async (world: WorldQueries): Promise<CustomerAgreement[]> =>
  grouped(await world.rows(readAll, []))

export const agreementById = async (
  world: WorldQueries,
  id: string,
): Promise<CustomerAgreement | undefined> => grouped(await world.rows(readById, [id]))[0]

export interface LimitColumns {
  registerLimit: bigint | null
  approvalLimit: bigint | null
  currency: Currency
}

/** A limit that is not set stays away altogether. */
export function limitsOf({ registerLimit, approvalLimit, currency }: LimitColumns): {
  registerLimit?: Money
  approvalLimit?: Money
} {
  return {
    ...(registerLimit !== null && { registerLimit: { minor: registerLimit, currency } }),
    ...(approvalLimit !== null && { approvalLimit: { minor: approvalLimit, currency } }),
  }
}

interface AgreementRow extends Agreement, LimitColumns {
  /** Null when nobody is engaged yet; then all below are. */
  engagementId: string | null
  customerId: string
  accountId: string
  roles: EngagementRole[]
}

function grouped(rows: readonly AgreementRow[]): CustomerAgreement[] {
  const agreements = new Map<string, CustomerAgreement>()
  for (const row of rows) {
    const { id, ownerId, ownerName, name } = row
    const agreement = agreements.get(id) ?? { id, ownerId, ownerName, name, engagements: [] }
    agreements.set(id, agreement)
    if (row.engagementId !== null) agreement.engagements.push(toEngagement(row, row.engagementId))
  }
  return [...agreements.values()]
}

const toEngagement = (row: AgreementRow, id: string): Engagement => ({
  id,
  customerId: row.customerId,
  accountId: row.accountId,
  roles: row.roles,
  ...limitsOf(row),
})

const columns = `g.id, g.owner_id as "ownerId", o.name as "ownerName", g.name,
  e.id as "engagementId", e.customer_id as "customerId", e.account_id as "accountId", e.roles,
  e.register_limit as "registerLimit", e.approval_limit as "approvalLimit", a.currency`

const joined = `agreement g
  join customer o on o.world_id = $1 and o.id = g.owner_id
  left join engagement e on e.world_id = $1 and e.agreement_id = g.id
  left join account a on a.world_id = $1 and a.id = e.account_id`

const readForCustomer = worldStatement<[customerId: string], AgreementRow>(
  'agreements-of-customer',
  `select ${columns} from ${joined}
   where g.world_id = $1 and e.customer_id = $2 order by g.name, g.id, a.bban`,
)

const readById = worldStatement<[id: string], AgreementRow>(
  'agreement-by-id',
  `select ${columns} from ${joined}
   where g.world_id = $1 and g.id = $2 order by e.customer_id, a.bban`,
)

const readAll = worldStatement<[], AgreementRow>(
  'agreements',
  `select ${columns} from ${joined}
   where g.world_id = $1 order by g.name, g.id, e.customer_id, a.bban`,
)
