import assert from 'node:assert/strict'
import { type Actor, type Run, reading, type Sql, send } from './actor.ts'
import type { Chance } from './chance.ts'
import type { ModelPayment } from './model.ts'
import { pathOf } from './pay.ts'

/** What must hold after every step, whatever it was. */

/** From which status a payment may come into which, copied by hand from the interface's table. */
const allowed: Record<string, readonly string[]> = {
  RCVD: ['ACTC', 'ACWC', 'RJCT', 'CANC', 'ACSC', 'ACCP'],
  ACTC: ['CANC', 'PDNG', 'ACSC', 'ACCP', 'RJCT'],
  ACWC: ['CANC', 'PDNG', 'ACSC'],
  PDNG: ['ACSP', 'ACCP', 'RJCT', 'PDNG', 'ACSC', 'PART'],
  ACSP: ['ACSC', 'RJCT', 'PART'],
}

const first = ['RCVD', 'ACTC', 'ACSC', 'ACCP']

interface PaymentRow {
  id: string
  status: string
  parentId: string | null
  history: { status: string }[]
  tppId: string
}

export async function checkEverything({ actors, sql, chance }: Run): Promise<void> {
  await checkBooks(sql)
  const rows = await sql<PaymentRow>(
    `select id, status, parent_id as "parentId", history, tpp_id as "tppId"
     from payment order by created_at, place, id`,
  )
  for (const row of rows) followsTable(row)
  for (const actor of actors) {
    const own = rows.filter(({ tppId }) => tppId === actor.tpp.organizationIdentifier)
    checkStatuses(actor, own)
    await checkBalances(actor)
  }
  await checkMoves(sql)
  await checkPrivacy(actors, chance)
}

async function checkBooks(sql: Sql): Promise<void> {
  const unequal = await sql(
    `select world_id, transaction_seq from ledger_entry
     group by world_id, transaction_seq, currency having sum(amount) <> 0`,
  )
  assert.deepEqual(unequal, [], 'a transaction does not sum to zero')
  const wrong = await sql(
    `select b.account_id from account_balance b
       left join lateral (select coalesce(sum(e.amount), 0) as amount from ledger_entry e
         where e.world_id = b.world_id and e.account_id = b.account_id) as sums on true
     where b.booked <> sums.amount`,
  )
  assert.deepEqual(wrong, [], 'a balance is not the sum of its entries')
}

function followsTable({ id, status, history }: PaymentRow): void {
  const statuses = history.map((step) => step.status)
  assert.ok(first.includes(statuses[0]!), `${id} began as ${statuses[0]}`)
  for (const [place, now] of statuses.entries()) {
    const before = statuses[place - 1]
    if (before !== undefined) {
      assert.ok(allowed[before]?.includes(now), `${id} went from ${before} to ${now}`)
    }
  }
  assert.equal(statuses.at(-1), status, `${id} has a status that its history does not have`)
}

function checkStatuses({ model }: Actor, rows: readonly PaymentRow[]): void {
  const tops = rows.filter(({ parentId }) => parentId === null)
  assert.equal(tops.length, model.payments.size, 'there are other payments than were made')
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
  for (const payment of model.payments.values()) {
    assert.equal(statusOf.get(payment.id), payment.status, describe(payment))
    const children = rows.filter(({ parentId }) => parentId === payment.id)
    assert.deepEqual(
      children.map(({ status }) => status),
      payment.children.map(({ status }) => status),
      describe(payment),
    )
  }
}

const describe = ({ kind, id, asked, amount }: ModelPayment): string =>
  `${kind} ${id} of ${amount} asked for on ${asked}`

async function checkBalances({ model, sql, tpp }: Actor): Promise<void> {
  const rows = await sql<{ bban: string; booked: string; reserved: string }>(
    `select a.bban, b.booked, b.reserved from account_balance b
       join account a on a.world_id = b.world_id and a.id = b.account_id
       join world w on w.id = b.world_id and w.owner = $1
     where a.kind = 'account' and a.currency = 'NOK'`,
    [tpp.organizationIdentifier],
  )
  assert.ok(rows.length > 0)
  for (const { bban, booked, reserved } of rows) {
    const expected = model.account(bban)
    assert.equal(BigInt(booked), expected.booked, `booked on ${bban}`)
    assert.equal(BigInt(reserved), expected.reserved, `set aside on ${bban}`)
  }
}

/** Nothing moves money twice, or without an approval. */
async function checkMoves(sql: Sql): Promise<void> {
  const unapproved = await sql(
    `select p.id from payment p
       join payment_execution x on x.world_id = p.world_id and x.reference = p.id::text
     where p.approved_at is null and not (p.history -> 0 ->> 'event' = 'created-exempt')
       and p.parent_id is null`,
  )
  assert.deepEqual(unapproved, [], 'executed without approval')
  const moved = await sql(
    `select p.id from payment p
       left join payment_execution x on x.world_id = p.world_id and x.reference = p.id::text
     where p.service = 'payments' and (p.status in ('ACSP', 'ACSC'))
       <> coalesce(x.state in ('booked', 'settled', 'transferred'), false)`,
  )
  assert.deepEqual(moved, [], 'the status and the books disagree')
}

/** Another TPP learns nothing, whatever it asks with. */
async function checkPrivacy(actors: readonly Actor[], chance: Chance): Promise<void> {
  const one = chance.pick(actors)
  const other = chance.pick(actors.filter((actor) => actor !== one))
  const payments = [...one.model.payments.values()]
  if (payments.length === 0) return
  const { kind, id } = chance.pick(payments)
  const target = `${pathOf(kind)}/${id}`
  const [method, path] = chance.pick([
    ['GET', target],
    ['GET', `${target}/status`],
    ['DELETE', target],
  ] as const)
  const { status } = await send(other, method, path, { headers: reading })
  assert.equal(status, 404, `${method} ${path} by another TPP`)
}
