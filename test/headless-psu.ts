import assert from 'node:assert/strict'
import { syntheticBirthNumber } from '../src/kernel/national-identity.ts'
import type { Tpp } from './sandbox.ts'

/** A PSU without a browser, as a TPP's test would have one. */

const born = (date: string) => syntheticBirthNumber(Temporal.PlainDate.from(date), 7)
/** The two people of the initial state, by what they log in with. */
export const ingrid = born('1988-04-17')
export const jonas = born('1975-11-03')
/** Their companies' agreements: Ingrid sees two accounts in the first, Jonas two in the second. */
export const roastery = 'Nettbank bedrift Havbrisen'
export const electrician = 'Nettbank bedrift Tindefjell'
export const redirectUri = 'https://fjordbudsjett.example/back?state=7'
export const psuIp = { 'PSU-IP-Address': '192.0.2.17' }

export type Headers = Record<string, string>

export interface Script {
  outcome?: string
  customerNumber?: string
  context?: string
  agreement?: string
  accounts?: string[]
}

/** A signed call as one about a PSU is made; a refusal is an answer like any other. */
export function ask({ client }: Tpp, method: string, target: string, headers: Headers = {}) {
  const all = { 'TPP-Redirect-URI': redirectUri, ...headers }
  return client.send(client.prepare(method, target, { headers: all }))
}

interface AsksForSca {
  _links: { scaRedirect: { href: string; verbs: string[] } }
  tppMessages?: { text: string }[]
}

/** The link in an answer that asks for SCA, which holds nothing else but perhaps a warning. */
export function linkIn({ status, body }: { status: number; body: unknown }, expected = 401) {
  assert.equal(status, expected, JSON.stringify(body))
  const { tppMessages: _, ...rest } = body as AsksForSca
  const { href } = rest._links.scaRedirect
  assert.deepEqual(rest, { _links: { scaRedirect: { href, verbs: ['GET'] } } })
  return href
}

export const warningsIn = ({ body }: { body: unknown }): string[] =>
  ((body as AsksForSca).tppMessages ?? []).map(({ text }) => text)

export const linkIdIn = (href: string): string => href.split('/').at(-1) ?? ''

export const walk = ({ client }: Tpp, href: string, script: Script) =>
  client.send(
    client.prepare('POST', `/v1/sandbox/sca/${linkIdIn(href)}`, {
      body: { outcome: 'approve', ...script },
    }),
  )

export interface Back {
  address: string
  parameters: Record<string, string>
}

/** Where the PSU comes back to, with what the TPP is told. */
export async function walked(tpp: Tpp, href: string, script: Script): Promise<Back> {
  const { status, body } = await walk(tpp, href, script)
  assert.equal(status, 200, JSON.stringify(body))
  return backFrom((body as { redirect: string }).redirect)
}

export const backFrom = (redirect: string): Back => ({
  address: redirect,
  parameters: Object.fromEntries(new URL(redirect).searchParams),
})

/** Asks for consent and gives the headers of later calls. */
export async function consent(tpp: Tpp, script: Script, headers: Headers = {}): Promise<Headers> {
  const href = linkIn(await ask(tpp, 'POST', '/v1/bank-offered-consents', headers), 201)
  const { parameters } = await walked(tpp, href, script)
  assert.ok(parameters['psu-id'], JSON.stringify(parameters))
  const corporateId = parameters['psu-corporate-id']
  return {
    'PSU-ID': parameters['psu-id'],
    ...(corporateId !== undefined && { 'PSU-Corporate-ID': corporateId }),
  }
}

export const moveClock = ({ client }: Tpp, advance: string) =>
  client.call('POST', '/v1/sandbox/clock', { body: { advance } })

export async function accountIds(tpp: Tpp, psu: Headers): Promise<string[]> {
  const { status, body } = await ask(tpp, 'GET', '/v1/accounts', psu)
  assert.equal(status, 200, JSON.stringify(body))
  const { accounts } = body as { accounts: { resourceId: string }[] }
  return accounts.map(({ resourceId }) => resourceId)
}
