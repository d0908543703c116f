import assert from 'node:assert/strict'
import { type Actor, type Answer, follow, paying, type Run, send } from './actor.ts'
import { type ModelAccount, type ModelPayment, moversOf } from './model-payment.ts'
import { firstDay } from './model-series.ts'
import { pathOf } from './paths.ts'
import { reaches } from './rights.ts'

/** Makes a payment. What the model expects is said before the answer is looked at. */

/** How the TPP says who pays: within a session, or on the one visit that approves it too. */
export type Way = 'session' | 'context' | 'number' | 'unknown'

const unknownPsu = '11111111-2222-4333-8444-555555555555'

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
  if (way === 'session') return paying(actor, owner, company)
  const { 'PSU-ID': psuId = '', ...others } = paying(actor, owner, undefined)
  const headers = { ...others, 'PSU-Context': company === undefined ? 'PRIVATE' : 'CORPORATE' }
  if (way === 'number') return { ...headers, 'X-PSU-IDENTITY': owner }
  return { ...headers, 'PSU-ID': way === 'context' ? psuId : unknownPsu }
}

/** Sends it, perhaps with a fault in the way, which must change nothing but the number of calls. */
export async function make(
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
  const refusal = refusalOf(actor, payment, way)
  const { status, body: told } = answer
  assert.equal(status, refusal?.status ?? 201, JSON.stringify(told))
  if (refusal) {
    assert.equal(told.code, refusal.code, JSON.stringify(told))
    assert.match(told.tppMessages?.[0]?.path ?? '', refusal.path)
    return `refused with ${refusal.code}`
  }
  if (struck) assert.equal((await sendIt()).body.paymentId, answer.body.paymentId)
  payment.id = answer.body.paymentId
  if (hasSession && !payment.open && isExempt(actor, payment)) exempt(actor, payment)
  assert.equal(answer.body.transactionStatus, payment.status)
  if (payment.children.length > 0) await nameParts(actor, payment)
  model.add(payment)
  return answer
}

/** Accounts that hold no kroner, want a KID or are outside the SEPA area, payers who may not, and days gone by. */
const refusals = {
  kid: { status: 400, code: 'KID_MISSING', path: /remittanceInformationStructuredArray$/ },
  currency: { status: 400, code: 'FORMAT_ERROR', path: /creditorAccount\/currency$/ },
  area: { status: 400, code: 'FORMAT_ERROR', path: /^body\/creditorAccount/ },
  right: { status: 403, code: 'FORBIDDEN', path: /^body\/debtorAccount$/ },
  day: { status: 400, code: 'EXECUTION_DATE_INVALID', path: /^body\/endDate$/ },
}

function refusalOf({ model }: Actor, payment: ModelPayment, way: Way) {
  const { kind, creditor, owner, open } = payment
  const isKnown = knowsPsu(model, owner, way)
  const unwilling = moversOf(payment).map((each) =>
    refusalBy(model.accounts.get(each.creditor), isKnown),
  )
  const first = unwilling.find((each) => each !== undefined)
  if (first) return first
  if (kind === 'sepa' && !creditor.startsWith('DE')) return refusals.area
  if (!open && !model.mayRegister(payment, owner)) return refusals.right
  return kind === 'periodic' && !firstDay(payment, model.now) ? refusals.day : undefined
}

/** Whether the TPP names the PSU by what only it can know. */
export const knowsPsu = (model: Actor['model'], owner: string, way: Way): boolean =>
  way === 'session' || way === 'context' || (way === 'number' && model.hasSession(owner))

/** Every creditor is named as one who holds kroner; that it is not so is told once the PSU is known. */
function refusalBy(creditor: ModelAccount | undefined, isKnown: boolean) {
  if (!creditor) return undefined
  if (creditor.currency !== 'NOK' && isKnown) return refusals.currency
  return creditor.kidRequired ? refusals.kid : undefined
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
