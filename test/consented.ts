import assert from 'node:assert/strict'
import type { CallOptions, TppAnswer } from '../src/sdk/sdk.ts'
import type { Tpp as WholeTpp } from './sandbox.ts'

/** What is needed of a TPP here. */
type Tpp = Pick<WholeTpp, 'client'>

export const redirectUri = 'https://tpp.example/back'

export interface ConsentWish {
  customerNumber: string
  context?: 'PRIVATE' | 'CORPORATE'
  agreement?: string
  /** All of them unless given. */
  accounts?: readonly string[]
}

/** What a TPP holds after a PSU has been to the bank, and calls made with it. */
export interface Psu {
  psuId: string
  corporateId: string | undefined
  sessionId: string
  headers: Record<string, string>
  /** Attended, within the session. */
  get<Body>(target: string, headers?: Record<string, string>): Promise<TppAnswer<Body>>
  /** Without the PSU. */
  unattended<Body>(target: string, headers?: Record<string, string>): Promise<TppAnswer<Body>>
}

let sessions = 0

/** The whole way to access: 401, the PSU at the bank, and back with the ids. */
export async function consent(tpp: Tpp, wish: ConsentWish, path = '/v1/accounts'): Promise<Psu> {
  const sessionId = `session-${++sessions}`
  const asking = { 'TPP-Redirect-URI': redirectUri, 'TPP-Session-ID': sessionId }
  const present = { 'PSU-IP-Address': '192.0.2.17' }
  const refused = await ask(tpp, path, { ...asking, ...present })
  assert.equal(refused.status, 401)
  const back = await walk(tpp, scaLinkIn(refused.body), wish)
  const psuId = back.get('psu-id') ?? ''
  const corporateId = back.get('psu-corporate-id') ?? undefined
  const headers = {
    ...{ 'TPP-Redirect-URI': redirectUri, 'PSU-ID': psuId },
    ...(corporateId !== undefined && { 'PSU-Corporate-ID': corporateId }),
  }
  return {
    ...{ psuId, corporateId, sessionId, headers },
    get: (target, more) =>
      tpp.client.call('GET', target, { headers: { ...headers, ...asking, ...present, ...more } }),
    unattended: (target, more) =>
      tpp.client.call('GET', target, { headers: { ...headers, ...more } }),
  }
}

/** A GET whose refusal is an answer like any other. */
export const ask = (tpp: Tpp, target: string, headers: CallOptions['headers'] = {}) =>
  tpp.client.send(tpp.client.prepare('GET', target, { headers }))

/** The id of the link in a 401, which has nothing else but perhaps a warning. */
export function scaLinkIn(body: unknown): string {
  const { _links } = body as { _links: { scaRedirect: { href: string; verbs: string[] } } }
  const others = Object.keys(body as object).filter((key) => key !== 'tppMessages')
  assert.deepEqual(others, ['_links'])
  return new URL(_links.scaRedirect.href).pathname.split('/').at(-1) ?? ''
}

async function walk(tpp: Tpp, linkId: string, wish: ConsentWish): Promise<URLSearchParams> {
  const answer = await tpp.client.call<{ redirect: string }>('POST', `/v1/sandbox/sca/${linkId}`, {
    body: { outcome: 'approve', ...wish },
  })
  return new URL(answer.body.redirect).searchParams
}

/** The customer numbers of the sandbox, by kind. */
export async function customersOf({ client }: Tpp) {
  const { body } = await client.call<{ customers: { customerNumber: string; type: string }[] }>(
    'GET',
    '/v1/sandbox/customers',
  )
  const ofType = (wanted: string) =>
    body.customers.filter(({ type }) => type === wanted).map(({ customerNumber }) => customerNumber)
  return { people: ofType('PRIVATE'), companies: ofType('CORPORATE') }
}
