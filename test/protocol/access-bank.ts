import assert from 'node:assert/strict'
import { manualClock } from '../../src/kernel/clock.ts'
import {
  ask,
  electrician,
  ingrid,
  jonas,
  linkIn,
  psuIp,
  roastery,
  walked,
} from '../headless-psu.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'
import { type Place, type Scope, scopes } from './access-model.ts'

/** The bank of the property test, which two TPPs share. Its clock stands still between moves. */

export const people = [
  { number: ingrid, agreement: roastery },
  { number: jonas, agreement: electrician },
]

export const sandbox = await startSandbox({
  clock: manualClock('2026-11-11T10:00:00Z'),
  env: { NORDGATE_SHARED_WORLD: 'on' },
})
export const bank = await prepareBank()

interface Transaction {
  id: string
  day: Temporal.PlainDate
}

/** Keeps the bank as it is, and lets a TPP be shown all that there is to see. */
async function prepareBank() {
  const [scout, ...tpps] = [await sandbox.tpp(), await sandbox.tpp(), await sandbox.tpp()]
  const kept = await scout.client.call<{ id: string }>('POST', '/v1/sandbox/snapshots')
  const reached = new Map<string, Place[]>()
  const latest = new Map<string, Transaction>()
  for (const { number, agreement } of people) {
    for (const scope of scopes) {
      const script = { customerNumber: number, context: scope, agreement }
      const found = await explore(scout, script)
      reached.set(`${number} ${scope}`, found.places)
      for (const [id, transaction] of found.latest) latest.set(id, transaction)
    }
  }
  return {
    tpps,
    snapshot: kept.body.id,
    start: Temporal.Instant.from('2026-11-11T10:00:00Z'),
    places: [...reached.values()].flat(),
    of: (number: string, scope: Scope): Place[] => reached.get(`${number} ${scope}`) ?? [],
    latest: ({ id }: Place): Transaction => latest.get(id)!,
    engagements: await sandbox.sql<{ account_id: string }>('select * from engagement'),
  }
}

async function explore(
  tpp: Tpp,
  script: { customerNumber: string; context: string; agreement: string },
) {
  const { parameters } = await walked(
    tpp,
    linkIn(await ask(tpp, 'POST', '/v1/bank-offered-consents'), 201),
    script,
  )
  const corporateId = parameters['psu-corporate-id']
  const headers = {
    ...{ ...psuIp, 'PSU-ID': parameters['psu-id'] ?? '' },
    ...(corporateId !== undefined && { 'PSU-Corporate-ID': corporateId }),
  }
  const get = async <Body>(target: string) => (await ask(tpp, 'GET', target, headers)).body as Body
  type Listed = { resourceId: string }[]
  const { accounts } = await get<{ accounts: Listed }>('/v1/accounts')
  const { cardAccounts } = await get<{ cardAccounts: Listed }>('/v1/card-accounts')
  const latest = new Map<string, Transaction>()
  for (const { resourceId } of accounts) {
    const page = await get<{
      transactions: { booked: { transactionId: string; bookingDate: string }[] }
    }>(`/v1/accounts/${resourceId}/transactions?limit=1`)
    const [newest] = page.transactions.booked
    assert.ok(newest, 'every account of the initial state has a history')
    const day = Temporal.PlainDate.from(newest.bookingDate)
    latest.set(resourceId, { id: newest.transactionId, day })
  }
  const place =
    (card: boolean) =>
    ({ resourceId: id }: { resourceId: string }) => ({ id, card })
  return { latest, places: [...accounts.map(place(false)), ...cardAccounts.map(place(true))] }
}
