import assert from 'node:assert/strict'
import type { TppAnswer } from '../src/sdk/sdk.ts'
import { ask, type Headers, linkIn, redirectUri, type Script, walked } from './headless-psu.ts'
import type { Tpp } from './sandbox.ts'

/** Payments as a TPP makes them, and a PSU who approves them. */

export const iban = {
  ingrid: 'NO7099911110012',
  ingridSavings: 'NO4899911110020',
  jonas: 'NO4299911110128',
  jonasEuro: 'NO2099911110136',
  roastery: 'NO5399911120018',
  roasteryInvoices: 'NO3199911120026',
  electrician: 'NO5399911120115',
  electricianTax: 'NO0999911120131',
  /** At another bank. */
  elsewhere: 'NO9386011117947',
}

export const domestic = '/v1/payments/norwegian-domestic-credit-transfers'
export const bulk = '/v1/bulk-payments/norwegian-domestic-credit-transfers'
export const periodic = '/v1/periodic-payments/norwegian-domestic-credit-transfers'
export const instant = '/v1/payments/instant-norwegian-credit-transfers-straks'
export const sepa = '/v1/payments/sepa-credit-transfers'

export const nok = (number: string) => ({ iban: number, currency: 'NOK' })

let references = 0

/** From Ingrid to Jonas unless said otherwise; each one looks different from those before. */
export const transfer = (changes: object = {}) => ({
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  debtorAccount: nok(iban.ingrid),
  creditorAccount: nok(iban.jonas),
  creditorName: 'Jonas Myrvold Tangen',
  remittanceInformationUnstructured: `reference ${++references}`,
  ...changes,
})

export interface Created {
  paymentId: string
  transactionStatus: string
  transactionFees?: { amount: string; currency: string }
  transactionFeeIndicator?: boolean
  tppMessages?: { category: string; code: string; path?: string; text?: string }[]
  _links: Record<string, { href: string; verbs: string[] }>
}

const always = { 'x-accept-fix': 'amount-as-string', 'TPP-Redirect-URI': redirectUri }
const present = { 'PSU-IP-Address': '192.0.2.17' }

let sessions = 0

/** What a TPP sends along with a payment of a PSU who has never been there. */
export const single = (headers: Headers): Headers => ({
  ...always,
  ...present,
  'TPP-Session-ID': `pay-${++sessions}`,
  'PSU-Context': 'PRIVATE',
  ...headers,
})

/** Lets the PSU log in, and gives the headers of payments within that session. */
export async function logIn(tpp: Tpp, script: Script): Promise<Headers> {
  const session = { 'TPP-Session-ID': `pay-${++sessions}` }
  const href = linkIn(await ask(tpp, 'GET', '/v1/user', { ...present, ...session }))
  const { parameters } = await walked(tpp, href, script)
  const corporateId = parameters['psu-corporate-id']
  return {
    ...always,
    ...present,
    ...session,
    'PSU-ID': parameters['psu-id'] ?? '',
    ...(corporateId !== undefined && { 'PSU-Corporate-ID': corporateId }),
  }
}

/** A call about payments; a refusal is an answer like any other. */
export function send<Body = unknown>(
  { client }: Tpp,
  method: string,
  target: string,
  { headers = always, body }: { headers?: Headers; body?: unknown } = {},
): Promise<TppAnswer<Body>> {
  const options = { headers, ...(body !== undefined && { body }) }
  return client.send(client.prepare(method, pathOf(target), options)) as Promise<TppAnswer<Body>>
}

/** Links hold whole addresses; the client wants what comes after the host. */
const pathOf = (target: string): string => {
  if (!target.startsWith('http')) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}

/** What a refused call about payments is answered with. */
export const refusal = (status: number, code: string, path?: string) => ({
  ...{ status, code, messages: [path === undefined ? code : `${code} ${path}`] },
})

export async function create(
  tpp: Tpp,
  headers: Headers,
  body: unknown,
  path = domestic,
): Promise<Created> {
  const answer = await send<Created>(tpp, 'POST', path, { headers, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

/** Where the PSU ends up after approving, declining or stopping. */
export const approve = (
  tpp: Tpp,
  { _links }: Pick<Created, '_links'>,
  script: Script = {},
): ReturnType<typeof walked> => walked(tpp, _links.scaRedirect?.href ?? '', script)

export async function read<Body = Record<string, unknown>>(
  tpp: Tpp,
  target: string | undefined,
): Promise<Body> {
  const answer = await send<Body>(tpp, 'GET', target ?? '')
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

export const statusOf = async (tpp: Tpp, { _links }: Pick<Created, '_links'>): Promise<string> =>
  (await read<{ transactionStatus: string }>(tpp, _links.status?.href)).transactionStatus

export async function created(
  tpp: Tpp,
  headers: Headers,
  body: unknown,
  path = domestic,
): Promise<Created> {
  const made = await create(tpp, headers, body, path)
  const { parameters } = await approve(tpp, made)
  assert.ok(parameters['psu-id'], JSON.stringify(parameters))
  return made
}

export const runBatch = ({ client }: Tpp) =>
  client.call<Record<string, number>>('POST', '/v1/sandbox/batches')

export async function bookedOn({ client }: Tpp, number: string): Promise<bigint> {
  const { body } = await client.call<{
    accounts: {
      id: string
      iban: string
      balances: { balanceType: string; balanceAmount: { amount: string } }[]
    }[]
  }>('GET', '/v1/sandbox/accounts')
  const account = body.accounts.find((each) => each.iban === number)
  const booked = account?.balances.find(({ balanceType }) => balanceType === 'interimBooked')
  return BigInt(booked?.balanceAmount.amount.replace('.', '') ?? '')
}
