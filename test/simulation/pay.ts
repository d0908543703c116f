import assert from 'node:assert/strict'
import { type Actor, type Answer, follow, paying, type Run, send } from './actor.ts'
import { bankingDayFrom } from './calendar.ts'
import type { Kind, ModelPayment } from './model.ts'
import { companiesOf, limitOf, reaches } from './rights.ts'

/** Steps that make payments. What the model expects is said before the answer is looked at. */

const domestic = 'norwegian-domestic-credit-transfers'
const instant = 'instant-norwegian-credit-transfers-straks'
/** At other banks; the check digits are right. */
const elsewhere = ['95360573002', '26743379224', '12072512349']

export const pathOf = (kind: Kind): string => {
  if (kind === 'instant') return `/v1/payments/${instant}`
  if (kind === 'sepa') return '/v1/payments/sepa-credit-transfers'
  if (kind === 'swift') return '/v1/payments/cross-border-credit-transfers'
  if (kind === 'bulk') return `/v1/bulk-payments/${domestic}`
  return kind === 'periodic' ? `/v1/periodic-payments/${domestic}` : `/v1/payments/${domestic}`
}

/** One payment as a PSU might want it; no two have the same text. */
interface Wish {
  debtor: string
  creditor: string
  amount: bigint
  text: string
}

function wishOf({ chance }: Run, actor: Actor, debtor: string): Wish {
  const { accounts } = actor.model
  const { booked } = actor.model.account(debtor)
  const here = [...accounts.values()]
    .filter(({ bban, currency }) => bban !== debtor && currency === 'NOK')
    .map(({ bban }) => bban)
  const creditor = chance.oneIn(2) ? chance.pick(elsewhere) : chance.pick(here)
  // Now and then more than there is.
  const most = chance.oneIn(6) ? booked * 2n : booked / 5n
  const amount = 1n + (BigInt(chance.below(1000)) * (most > 0n ? most : 1000n)) / 1000n
  return { debtor, creditor, amount, text: `no ${++actor.count}` }
}

interface Ask {
  forOthers: boolean
  inNok: boolean
}

interface Payer {
  owner: string
  company: string | undefined
  debtor: string
}

/** A person for themselves, or for a company. */
export function debtorOf({ chance }: Run, { model, people }: Actor, of: Partial<Ask> = {}): Payer {
  const { forOthers = true, inNok = true } = of
  const owner = chance.pick([...people.keys()])
  const company = forOthers && chance.oneIn(3) ? chance.pick(companiesOf(owner)) : undefined
  const own = [...model.accounts.values()].filter(
    (account) => account.owner === (company ?? owner) && (!inNok || account.currency === 'NOK'),
  )
  return { owner, company, debtor: chance.pick(own).bban }
}

export const amountOf = (minor: bigint, currency = 'NOK') => ({
  amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
  currency,
})

const numbered = (bban: string) => ({ bban, currency: 'NOK' })

const partOf = ({ creditor, amount, text }: Wish) => ({
  instructedAmount: amountOf(amount),
  creditorName: 'Per Mottaker',
  creditorAccount: numbered(creditor),
  remittanceInformationUnstructured: text,
})

export const dated = (asked: Temporal.PlainDate | undefined) =>
  asked && { requestedExecutionDate: asked.toString() }

export const someDay = ({ chance }: Run, { model }: Actor): Temporal.PlainDate | undefined =>
  chance.oneIn(2) ? model.today.add({ days: chance.below(12) }) : undefined

export async function paySingle(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const wish = wishOf(run, actor, debtor)
  const asked = someDay(run, actor)
  const body = { debtorAccount: numbered(debtor), ...partOf(wish), ...dated(asked) }
  return create(run, actor, body, paymentOf(actor, payer, wish, 'single', asked))
}

export async function payAtOnce(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const wish = wishOf(run, actor, debtor)
  const body = { debtorAccount: numbered(debtor), ...partOf(wish) }
  return create(run, actor, body, paymentOf(actor, payer, wish, 'instant', undefined))
}

export async function payMany(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const wishes = Array.from({ length: run.chance.between(2, 6) }, () => wishOf(run, actor, debtor))
  const asked = someDay(run, actor)
  const body = { debtorAccount: numbered(debtor), payments: wishes.map(partOf), ...dated(asked) }
  const bulk = paymentOf(actor, payer, wishes[0]!, 'bulk', asked)
  bulk.children = wishes.map((wish, place) => ({
    ...paymentOf(actor, payer, wish, 'part', asked),
    place,
  }))
  return create(run, actor, body, bulk)
}

/** Every week, some weeks long; one for each account, so that none gets into another's way. */
export async function payWeekly(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const runs = ({ kind, debtor: of, status }: ModelPayment) =>
    kind === 'periodic' && of === debtor && (status === 'RCVD' || status === 'ACTC')
  if ([...actor.model.payments.values()].some(runs)) return 'has a series already'
  const wish = wishOf(run, actor, debtor)
  const start = bankingDayFrom(actor.model.today.add({ days: run.chance.between(1, 20) }))
  const until = start.add({ days: 7 * run.chance.between(0, 8) })
  const body = {
    ...{ debtorAccount: numbered(debtor), ...partOf(wish), frequency: 'Weekly' },
    ...{ startDate: start.toString(), endDate: until.toString(), executionRule: 'following' },
  }
  return create(run, actor, body, { ...paymentOf(actor, payer, wish, 'periodic', start), until })
}

export function paymentOf(
  { model }: Actor,
  { owner, company, debtor }: Payer,
  { creditor, amount }: Pick<Wish, 'creditor' | 'amount'>,
  kind: Kind,
  asked: Temporal.PlainDate | undefined,
): ModelPayment {
  const day = bankingDayFrom(asked ?? model.today)
  return {
    ...{ id: '', kind, owner, company, debtor, creditor, amount, status: 'RCVD', children: [] },
    ...{ asked: asked ?? day, dated: asked !== undefined, day, approved: false, moved: 0 },
    ...{ debit: amount, fee: 0n, value: amount, anonymous: false },
  }
}

/** How the TPP says who pays: within a session, or on the one visit that approves it too. */
type Way = 'session' | 'context' | 'number' | 'unknown'

const unknownPsu = '11111111-2222-4333-8444-555555555555'

/** Log-in and approval on one visit, by a PSU whom the TPP need not know. */
export async function payOnOneVisit(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor, { forOthers: false })
  const { owner, debtor } = payer
  const wish = wishOf(run, actor, debtor)
  const body = { debtorAccount: numbered(debtor), ...partOf(wish) }
  const way = run.chance.pick(['context', 'number', 'unknown'] as const)
  const kind = run.chance.pick(['single', 'instant'] as const)
  const anonymous = way === 'unknown' || (way === 'number' && !actor.model.hasSession(owner))
  const payment = { ...paymentOf(actor, payer, wish, kind, undefined), anonymous }
  const answer = await make(run, actor, body, payment, way)
  if (typeof answer === 'string') return answer
  if (payment.status !== 'RCVD' || run.chance.oneIn(4)) return `made ${payment.id}`
  const { parameters } = await follow(
    actor,
    answer.body._links.scaRedirect.href,
    'approve',
    payment,
  )
  const outcome = actor.model.approve(payment)
  actor.model.begunSession(owner)
  if (outcome === 'no-money') assert.equal(parameters.code, 'PAYMENT_FAILED')
  else assert.equal(parameters['psu-id'], actor.people.get(owner)?.psuId)
  return `made and approved ${payment.id}`
}

export async function create(
  run: Run,
  actor: Actor,
  body: object,
  payment: ModelPayment,
): Promise<string> {
  const answer = await make(run, actor, body, payment, 'session')
  return typeof answer === 'string' ? answer : `made ${payment.id}`
}

const headersFor = (
  actor: Actor,
  { owner, company }: ModelPayment,
  way: Way,
): Record<string, string> => {
  const { 'PSU-ID': psuId = '', ...headers } = paying(actor, owner, company)
  if (way === 'session') return { ...headers, 'PSU-ID': psuId }
  if (way === 'number') return { ...headers, 'X-PSU-IDENTITY': owner, 'PSU-Context': 'PRIVATE' }
  const known = way === 'context' ? psuId : unknownPsu
  return { ...headers, 'PSU-ID': known, 'PSU-Context': 'PRIVATE' }
}

/** Sends it, perhaps with a fault in the way, which must change nothing but the number of calls. */
async function make(
  run: Run,
  actor: Actor,
  body: object,
  payment: ModelPayment,
  way: Way,
): Promise<Answer | string> {
  const { model } = actor
  const path = pathOf(payment.kind)
  const order = { headers: headersFor(actor, payment, way), body }
  const struck = run.chance.oneIn(12)
  if (struck) await planFault(run, actor, path)
  const request = actor.tpp.client.prepare('POST', path, order)
  const sendIt = () => actor.tpp.client.send(request) as Promise<Answer>
  if (struck) assert.equal((await sendIt()).status, 503)
  const answer = await sendIt()
  const hasSession = model.hasSession(payment.owner)
  if (way === 'session' && !hasSession) {
    await logInAgain(actor, answer, payment)
    return make(run, actor, body, payment, way)
  }
  const refusal = refusalOf(actor, payment)
  assert.equal(answer.status, refusal ?? 201, JSON.stringify(answer.body))
  if (refusal !== undefined) return `refused with ${refusal}`
  if (struck) assert.equal((await sendIt()).body.paymentId, answer.body.paymentId)
  payment.id = answer.body.paymentId
  if (hasSession && way !== 'unknown' && isExempt(actor, payment)) exempt(actor, payment)
  assert.equal(answer.body.transactionStatus, payment.status)
  if (payment.children.length > 0) await nameParts(actor, payment)
  model.add(payment)
  return answer
}

/** The bank does not let every account pay, and some creditors want a KID. */
function refusalOf({ model }: Actor, payment: ModelPayment) {
  const { debtor, owner, company, children } = payment
  const paid = children.length > 0 ? children : [payment]
  if (paid.some(({ creditor }) => model.accounts.get(creditor)?.kidRequired)) return 400
  const limit = limitOf('register', { person: owner, company, bban: debtor })
  if (paid.some(({ value }) => value > limit)) return 403
  return model.account(debtor).paymentsAllowed ? undefined : 403
}

const planFault = ({ chance }: Run, actor: Actor, path: string) =>
  send(actor, 'POST', '/v1/sandbox/faults', {
    body: { method: 'POST', path, status: 503, times: 1, moment: chance.pick(['before', 'after']) },
  })

/** The PSU logs in, and nothing has been made. */
async function logInAgain(
  actor: Actor,
  { status, body }: Answer,
  payment: ModelPayment,
): Promise<void> {
  const { owner } = payment
  assert.equal(status, 401, JSON.stringify(body))
  const { parameters } = await follow(actor, body._links.scaRedirect.href, 'approve', payment)
  assert.equal(parameters['psu-id'], actor.people.get(owner)?.psuId)
  actor.model.begunSession(owner)
}

/** Between accounts of one owner, by somebody who could approve it. */
function isExempt({ model }: Actor, payment: ModelPayment): boolean {
  const { kind, owner, company, creditor } = payment
  if (kind !== 'single' && kind !== 'instant') return false
  if (model.accounts.get(creditor)?.owner !== (company ?? owner)) return false
  if (company !== undefined && !reaches(owner, company, creditor)) return false
  return model.maySign(payment, owner)
}

function exempt({ model }: Actor, payment: ModelPayment): void {
  model.approve(payment)
  if (payment.status === 'ACWC') payment.status = 'ACTC'
}

/** The bank has given each part its id, in the order of the request. */
async function nameParts(actor: Actor, payment: ModelPayment): Promise<void> {
  const rows = await actor.sql<{ id: string }>(
    'select id from payment where parent_id = $1 order by place',
    [payment.id],
  )
  assert.equal(rows.length, payment.children.length)
  for (const [place, part] of payment.children.entries()) part.id = rows[place]!.id
}
