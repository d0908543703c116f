import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { ask, consent, scaLinkIn } from '../consented.ts'
import { ingrid } from '../headless-psu.ts'
import { startSandbox } from '../sandbox.ts'

/** A bank that the world reaches elsewhere than where it listens: behind a proxy, below a path. */

const publicUrl = 'https://bank.example/psd2'
const sandbox = await startSandbox({ env: { NORDGATE_PUBLIC_URL: publicUrl } })

const startsThere = (href: string) =>
  assert.ok(href.startsWith(`${publicUrl}/`), `${href} does not start with ${publicUrl}`)

/** Every `href` within, however deep. */
function linksIn(body: unknown): string[] {
  if (body === null || typeof body !== 'object') return []
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'href' ? [String(value)] : linksIn(value),
  )
}

test('every link of an answer starts with the public address', async () => {
  const tpp = await sandbox.tpp()
  const redirect = { 'TPP-Redirect-URI': 'https://tpp.example/back', 'PSU-IP-Address': '::1' }
  const refused = await ask(tpp, '/v1/accounts', redirect)
  startsThere(linksIn(refused.body)[0] ?? '')
  assert.notEqual(scaLinkIn(refused.body), '')
  const psu = await consent(tpp, { customerNumber: ingrid })
  const { body } = await psu.get<{ accounts: { resourceId: string }[] }>('/v1/accounts')
  const transactions = `/v1/accounts/${body.accounts[0]?.resourceId}/transactions?limit=1`
  const links = [...linksIn(body), ...linksIn((await psu.get(transactions)).body)]
  assert.ok(links.length > 4, links.join())
  for (const href of links) startsThere(href)
})

test('test certificates name the revocation list there', async () => {
  const { certificate } = await sandbox.issue()
  const { raw } = new X509Certificate(certificate)
  assert.ok(raw.includes(`${publicUrl}/sandbox/ca.crl`))
})

test('the OpenAPI document names it as the server', async () => {
  const document = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as {
    servers: { url: string }[]
  }
  assert.deepEqual(
    document.servers.map(({ url }) => url),
    [publicUrl],
  )
})
