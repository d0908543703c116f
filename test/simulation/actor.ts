import assert from 'node:assert/strict'
import type { CallOptions } from '../../src/sdk/sdk.ts'
import { psuIp, redirectUri, type Script, walked } from '../headless-psu.ts'
import type { startSteps } from '../psu-steps.ts'
import type { Sandbox, Tpp } from '../sandbox.ts'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import { ModelWorld } from './model.ts'
import type { ModelAccount, ModelPayment } from './model-payment.ts'
import { agreementOf, companiesOf, rightMore } from './rights.ts'
import type { Kept } from './snapshots.ts'

/** A TPP with its bank, the people who use it, and what the model expects of all that. */
export interface Actor {
  tpp: Tpp
  model: ModelWorld
  /** By customer number: the PSU-ID and the session that the TPP has. */
  people: Map<string, Person>
  sql: Sql
  kept: Kept[]
  /** So that no two payments look alike by accident. */
  count: number
}

interface Person {
  psuId: string
  session: string
  /** By company: the agreement's id for this TPP. */
  corporateIds: Map<string, string>
}

/** Asks the database itself, past everything that is tried. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** All that a step may use. */
export interface Run {
  chance: Chance
  /** From here on chance and ids are those of this step. */
  beginStep(number: number): void
  actors: readonly Actor[]
  ledger: Ledger
  /** What a PSU does at the bank, one thing after the other. */
  steps: Awaited<ReturnType<typeof startSteps>>
  restart(): Promise<void>
}

/** What is looked at in answers, each where it is expected. */
interface AnswerBody {
  id: string
  paymentId: string
  basketId: string
  transactionStatus: string
  fundsAvailable: boolean
  psuMessage?: string
  instructedAmount: { amount: string }
  now: string
  accounts: (ModelAccount & { customerNumber: string; balances: Balance[] })[]
  scaStatus: string
  /** Of a refusal. */
  code: string
  tppMessages?: { path?: string }[]
  agreements: { id: string; owner: string }[]
  _links: { scaRedirect: { href: string }; scaStatus: { href: string } }
}

interface Balance {
  balanceType: string
  balanceAmount: { amount: string }
}

export interface Answer {
  status: number
  body: AnswerBody
}

export async function newActor(
  sandbox: Sandbox,
  sql: Sql,
  now: Temporal.Instant,
  owners: readonly string[],
  /** A TPP whose bank it shares. */
  neighbour?: Actor,
): Promise<Actor> {
  const tpp = await sandbox.tpp()
  const model = new ModelWorld(now, neighbour?.model.accounts)
  const actor: Actor = { tpp, model, people: new Map(), count: 0, sql, kept: [] }
  if (!neighbour) await enterBank(actor)
  for (const owner of owners) {
    await logIn(actor, owner)
    for (const company of companiesOf(owner)) await logIn(actor, owner, company)
  }
  return actor
}

async function enterBank(actor: Actor): Promise<void> {
  const { body } = await send(actor, 'GET', '/v1/sandbox/accounts')
  for (const { customerNumber: owner, balances, ...account } of body.accounts) {
    const booked = minorOf(balances, 'interimBooked')
    const reserved = booked - minorOf(balances, 'interimAvailable')
    actor.model.accounts.set(account.bban, { ...account, owner, booked, reserved })
  }
  await giveRightMore(actor)
}

async function giveRightMore(actor: Actor): Promise<void> {
  const { person, company, accounts, register, approve } = rightMore
  const { body: known } = await send(actor, 'GET', '/v1/sandbox/agreements')
  const agreement = known.agreements.find(({ owner }) => owner === company)
  for (const bban of accounts) {
    const { iban } = actor.model.account(bban)
    const body = {
      ...{ customer: person, account: { iban }, roles: ['VIEW', 'REGISTER', 'APPROVE'] },
      ...{ registerLimit: Number(register), approvalLimit: Number(approve) },
    }
    const target = `/v1/sandbox/agreements/${agreement?.id}/engagements`
    const given = await send(actor, 'POST', target, { body })
    assert.equal(given.status, 201, JSON.stringify(given.body))
  }
}

function minorOf(balances: readonly Balance[], type: string): bigint {
  const found = balances.find(({ balanceType }) => balanceType === type)
  return BigInt(found!.balanceAmount.amount.replace('.', ''))
}

/** The PSU logs in at the bank, for a TPP that knows nothing but that there is one. */
async function logIn(actor: Actor, owner: string, company?: string): Promise<void> {
  const session = `session-of-${owner}`
  const headers = { 'TPP-Redirect-URI': redirectUri, 'TPP-Session-ID': session }
  const { status, body } = await send(actor, 'GET', '/v1/user', { headers })
  assert.equal(status, 401)
  const { parameters } = await walked(actor.tpp, body._links.scaRedirect.href, {
    customerNumber: owner,
    ...acting(company),
  })
  const person = actor.people.get(owner)
  if (person && company !== undefined) {
    person.corporateIds.set(company, parameters['psu-corporate-id'] ?? '')
  } else {
    actor.people.set(owner, { psuId: parameters['psu-id'] ?? '', session, corporateIds: new Map() })
  }
  actor.model.begunSession(owner)
}

export function send(
  { tpp: { client } }: Actor,
  method: string,
  target: string,
  options: CallOptions = {},
): Promise<Answer> {
  return client.send(client.prepare(method, target, options)) as Promise<Answer>
}

/** The headers that every call about a payment has. */
export const reading = { 'x-accept-fix': 'amount-as-string', 'TPP-Redirect-URI': redirectUri }

export function paying(
  { people }: Actor,
  owner: string,
  company: string | undefined,
): Record<string, string> {
  const { psuId, session, corporateIds } = people.get(owner)!
  const corporateId = company === undefined ? undefined : corporateIds.get(company)
  return {
    ...{ ...reading, ...psuIp, 'PSU-ID': psuId, 'TPP-Session-ID': session },
    ...(corporateId !== undefined && { 'PSU-Corporate-ID': corporateId }),
  }
}

/** The PSU follows the link; what the TPP is told afterwards. */
export const follow = (
  actor: Actor,
  href: string,
  outcome: string,
  { owner, company }: Pick<ModelPayment, 'owner' | 'company'>,
) => walked(actor.tpp, href, { outcome, customerNumber: owner, ...acting(company) })

const acting = (company: string | undefined): Script =>
  company === undefined
    ? { context: 'PRIVATE' }
    : { context: 'CORPORATE', agreement: agreementOf[company] ?? '' }
