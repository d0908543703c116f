import { parseNationalIdentity } from '../kernel/national-identity.ts'
import { type Finding, Problem } from '../kernel/problem.ts'
import { remembered } from '../kernel/remembered.ts'
import type { PsuRequest } from './psu-access.ts'
import { type RedirectRules, redirectUriFault } from './redirect-uri.ts'

const sessionIdMax = 200

/** A TPP has few, and to take one apart takes longer than all else here. */
const redirectsRemembered = 100

/** Part of check 12: what the headers say about the PSU, or why they cannot be meant. */
export function psuRequestReader(
  rules: RedirectRules,
): (headers: ReadonlyMap<string, string>) => PsuRequest {
  const faultOf: RedirectFault = remembered(
    redirectsRemembered,
    (uri: string) => redirectUriFault(uri, rules) ?? null,
  )
  return (headers) => {
    const asks = asksOf(headers)
    const findings = findingsOf(asks, faultOf)
    if (findings.length === 0) return asks
    throw new Problem('FORMAT_ERROR', 'The headers about the PSU do not fit:', { findings })
  }
}

type RedirectFault = (uri: string) => string | null

function asksOf(headers: ReadonlyMap<string, string>): PsuRequest {
  const given = (name: string) => headers.get(name) || undefined
  return {
    psuId: given('psu-id')?.toLowerCase(),
    psuCorporateId: given('psu-corporate-id')?.toLowerCase(),
    psuIdentity: given('x-psu-identity')?.replace(' ', ''),
    context: given('psu-context') as PsuRequest['context'],
    sessionId: given('tpp-session-id'),
    redirectUri: given('tpp-redirect-uri') ?? '',
    redirectPreferred: given('tpp-redirect-preferred') !== 'false',
    present: headers.has('psu-ip-address'),
  }
}

function findingsOf(asks: PsuRequest, redirectFault: RedirectFault): Finding[] {
  const findings: Finding[] = []
  const find = (header: string, text: string) =>
    findings.push({ path: `header ${header}`, text: `must be ${text}` })
  const fault = redirectFault(asks.redirectUri)
  if (fault !== null) find('TPP-Redirect-URI', fault)
  if (asks.sessionId !== undefined && !isSessionId(asks.sessionId)) {
    find('TPP-Session-ID', `1 to ${sessionIdMax} visible ASCII characters`)
  }
  if (asks.psuIdentity !== undefined && !parseNationalIdentity(asks.psuIdentity).ok) {
    find('X-PSU-IDENTITY', 'a Norwegian national identity or D-number')
  }
  if (asks.psuCorporateId !== undefined && asks.context === 'PRIVATE') {
    find('PSU-Context', 'CORPORATE, or left out, along with PSU-Corporate-ID')
  }
  return findings
}

const isSessionId = (text: string): boolean => text.length <= sessionIdMax && /^[!-~]+$/.test(text)
