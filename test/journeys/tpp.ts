import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { type Sandbox, startSandbox, type Tpp } from '../sandbox.ts'

/** A TPP with a site of its own, to which the person comes back. */
export interface TppWithSite extends Tpp {
  sandbox: Sandbox
  redirectUri: string
  /** Asks for accounts in the person's name, and gets the address to send the person to. */
  linkFor(known?: Headers, path?: string): Promise<string>
  /** The names of the accounts that the TPP sees, or the status of the refusal. */
  accounts(back: URLSearchParams): Promise<string[] | number>
}

export type Headers = Record<string, string>

/** With a bank of its own in the sandbox, where nothing has been granted yet. */
export async function startTpp(
  given?: Sandbox,
  { appPublished = false } = {},
): Promise<TppWithSite> {
  const sandbox = given ?? (await startSandbox())
  const tpp = await sandbox.tpp({ name: 'Fjordbudsjett AS' })
  const redirectUri = await startSite(appPublished)
  const attended = { 'TPP-Redirect-URI': redirectUri, 'PSU-IP-Address': '192.0.2.17' }
  let sessions = 0

  async function linkFor(known: Headers = {}, path = '/v1/accounts'): Promise<string> {
    const headers = { ...attended, 'TPP-Session-ID': `journey-${++sessions}`, ...known }
    const { client } = tpp
    const answer = await client.send(client.prepare('GET', path, { headers }))
    assert.equal(answer.status, 401, JSON.stringify(answer.body))
    const { _links } = answer.body as { _links: { scaRedirect: { href: string } } }
    return _links.scaRedirect.href
  }

  async function accounts(back: URLSearchParams): Promise<string[] | number> {
    const { client } = tpp
    const headers = { ...attended, ...idsIn(back) }
    const answer = await client.send(client.prepare('GET', '/v1/accounts', { headers }))
    if (answer.status !== 200) return answer.status
    const body = answer.body as { accounts: { name: string }[] }
    return body.accounts.map(({ name: shown }) => shown)
  }

  return { ...tpp, sandbox, redirectUri, linkFor, accounts }
}

/** What the way back has told, as the headers of later calls. */
export function idsIn(back: URLSearchParams): Headers {
  const [psu, corporate] = [back.get('psu-id'), back.get('psu-corporate-id')]
  return {
    ...(psu !== null && { 'PSU-ID': psu }),
    ...(corporate !== null && { 'PSU-Corporate-ID': corporate }),
    ...(back.has('tpp-session-id') && { 'TPP-Session-ID': back.get('tpp-session-id') ?? '' }),
  }
}

const assetLinks = [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: 'example.fjordbudsjett' },
  },
]

async function startSite(appPublished: boolean): Promise<string> {
  const site = createServer(({ url }, response) => {
    if (appPublished && url === '/.well-known/assetlinks.json') {
      response.end(JSON.stringify(assetLinks))
      return
    }
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><title>TPP</title><h1>Welcome back</h1>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  after(() => {
    site.closeAllConnections()
    site.close()
  })
  return `http://localhost:${(site.address() as AddressInfo).port}/back`
}
