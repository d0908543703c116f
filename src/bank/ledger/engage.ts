import type { Random } from '../../kernel/random.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Agreement, Engagement, EngagementRole } from '../port.ts'
import { done, refuse } from './answer.ts'
import type { BooksRefusal, BooksResult, NewAgreement, NewEngagement } from './books.ts'
import { customersIn } from './customers.ts'

export async function createAgreement(
  world: WorldQueries,
  random: Random,
  { id = random.uuid(), ownerId, name }: NewAgreement,
): Promise<BooksResult<Agreement>> {
  const owner = await customersIn(world).customer(ownerId)
  if (!owner.ok) return owner
  if (owner.value.type !== 'CORPORATE') return refuse('owner-not-corporate')
  await world.run(insertAgreement, [id, ownerId, name])
  return done({ id, ownerId, ownerName: owner.value.name, name })
}

/** Engaging the same customer for the same account again replaces what was agreed. */
export async function engage(
  world: WorldQueries,
  random: Random,
  engagements: readonly NewEngagement[],
): Promise<BooksResult<Engagement>[]> {
  const results: BooksResult<Engagement>[] = []
  for (const engagement of engagements) results.push(await engageOne(world, random, engagement))
  return results
}

async function engageOne(
  world: WorldQueries,
  random: Random,
  engagement: NewEngagement,
): Promise<BooksResult<Engagement>> {
  const { agreementId, customerId, accountId, registerLimit, approvalLimit } = engagement
  const refusal = await refusalOf(world, engagement)
  if (refusal) return refuse(refusal)
  const roles = [...new Set(engagement.roles)]
  const row = await world.row(insertEngagement, [
    engagement.id ?? random.uuid(),
    agreementId,
    customerId,
    accountId,
    roles,
    registerLimit?.minor ?? null,
    approvalLimit?.minor ?? null,
  ])
  return done({
    ...{ id: row!.id, customerId, accountId, roles },
    ...(registerLimit && { registerLimit }),
    ...(approvalLimit && { approvalLimit }),
  })
}

async function refusalOf(
  world: WorldQueries,
  { agreementId, customerId, accountId, registerLimit, approvalLimit }: NewEngagement,
): Promise<BooksRefusal | undefined> {
  if (!isUuid(agreementId)) return 'agreement-unknown'
  if (!isUuid(customerId)) return 'customer-unknown'
  if (!isUuid(accountId)) return 'account-unknown'
  const row = await world.row(readParts, [agreementId, customerId, accountId])
  if (!row?.agreementOwnerId) return 'agreement-unknown'
  if (!row.customerId) return 'customer-unknown'
  if (!row.accountOwnerId) return 'account-unknown'
  if (row.accountOwnerId !== row.agreementOwnerId) return 'account-not-owned'
  const limits = [registerLimit, approvalLimit].filter((limit) => limit !== undefined)
  return limits.some(({ currency }) => currency !== row.currency) ? 'currency-not-held' : undefined
}

export async function disengage(
  world: WorldQueries,
  engagementId: string,
): Promise<BooksResult<void>> {
  const deleted = isUuid(engagementId) ? await world.run(deleteEngagement, [engagementId]) : 0
  return deleted > 0 ? done(undefined) : refuse('engagement-unknown')
}

const insertAgreement = worldStatement<[id: string, ownerId: string, name: string]>(
  'agreement-insert',
  'insert into agreement (world_id, id, owner_id, name) values ($1, $2, $3, $4)',
)

const readParts = worldStatement<
  [agreementId: string, customerId: string, accountId: string],
  {
    agreementOwnerId: string | null
    customerId: string | null
    accountOwnerId: string | null
    currency: string | null
  }
>(
  'engagement-parts',
  `select g.owner_id as "agreementOwnerId", c.id as "customerId", a.owner_id as "accountOwnerId",
     a.currency
   from (select 1) as one
     left join agreement g on g.world_id = $1 and g.id = $2
     left join customer c on c.world_id = $1 and c.id = $3
     left join account a on a.world_id = $1 and a.id = $4`,
)

const insertEngagement = worldStatement<
  [
    id: string,
    agreementId: string,
    customerId: string,
    accountId: string,
    roles: EngagementRole[],
    registerLimit: bigint | null,
    approvalLimit: bigint | null,
  ],
  { id: string }
>(
  'engagement-insert',
  `insert into engagement (world_id, id, agreement_id, customer_id, account_id, roles,
     register_limit, approval_limit)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (world_id, agreement_id, customer_id, account_id) do update
     set roles = excluded.roles, register_limit = excluded.register_limit,
       approval_limit = excluded.approval_limit
   returning id`,
)

const deleteEngagement = worldStatement<[id: string]>(
  'engagement-delete',
  'delete from engagement where engagement.world_id = $1 and engagement.id = $2',
)
