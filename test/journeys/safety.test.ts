import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { ingrid } from '../headless-psu.ts'
import { startSandbox } from '../sandbox.ts'
import { person } from './browser.ts'
import { heading, people, pick } from './steps.ts'
import { startTpp } from './tpp.ts'

const sandbox = await startSandbox()
const tpp = await startTpp(sandbox)

/** The same page over plain HTTP, for requests made by hand. */
const plain = (link: string) => link.replace(sandbox.publicUrl, sandbox.url)

interface Opened {
  url: string
  cookie: string
  token: string
}

const open = async (): Promise<Opened> => openAt(plain(await tpp.linkFor()))

async function openAt(url: string): Promise<Opened> {
  const answer = await fetch(url)
  const cookie = answer.headers.getSetCookie().map((text) => text.split(';')[0])
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await answer.text()) ?? []
  return { url, cookie: cookie.join('; '), token }
}

const send = ({ url, cookie }: Opened, body: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })

describe('the answer of a page', () => {
  test('lets nothing run, nobody frame it, and is kept nowhere', async () => {
    const { headers } = await fetch(plain(await tpp.linkFor()))
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; /)
    assert.match(
      policy,
      /base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'$/,
    )
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('signature'), null)
    for (const cookie of headers.getSetCookie()) assert.match(cookie, /HttpOnly; SameSite=Lax$/)
  })

  test('lets no form of the bank’s own page lead to anybody else', async () => {
    await tpp.linkFor()
    const door = await openAt(`${sandbox.url}/consents`)
    const entered = await send(door, `token=${door.token}&bank=${tpp.organizationIdentifier}`)
    const { headers, status } = await fetch(
      new URL(entered.headers.get('location') ?? '', door.url),
    )
    assert.equal(status, 200)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /; form-action 'self'; frame-ancestors 'none'$/)
  })

  test('can be framed where configured, and nowhere else', async () => {
    const framed = await startSandbox({
      env: { NORDGATE_FRAME_ANCESTORS: 'https://tpp.example,https://other.example' },
    })
    const { headers } = await fetch(`${framed.url}/consents`)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /frame-ancestors https:\/\/tpp\.example https:\/\/other\.example$/)
    assert.equal(headers.get('x-frame-options'), null)
  })

  test('carries the bank’s name', async () => {
    const bank = await startSandbox({ env: { NORDGATE_BRAND_NAME: 'Sør & Co <Bank>' } })
    const text = await (await fetch(`${bank.url}/consents`)).text()
    assert.match(text, /Sør &amp; Co &lt;Bank&gt;/)
    assert.doesNotMatch(text, /Co <Bank>/)
  })
})

describe('a form', () => {
  test('is taken with its token and in its browser', async () => {
    const opened = await open()
    const answer = await send(opened, `token=${opened.token}&act=identify&customerNumber=1`)
    assert.equal(answer.status, 303)
    assert.match(answer.headers.get('location') ?? '', /^\.\/[\w-]{43}$/)
  })

  test('is refused without its token, with another’s, or from another site', async () => {
    const [opened, other] = [await open(), await open()]
    const act = 'act=identify&customerNumber=1'
    assert.equal((await send(opened, act)).status, 400)
    assert.equal((await send(opened, `${act}&token=${other.token}`)).status, 400)
    const stolen = { ...opened, cookie: '' }
    assert.equal((await send(stolen, `${act}&token=${opened.token}`)).status, 400)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await send(opened, `${act}&token=${opened.token}`, crossSite)).status, 400)
  })

  test('is refused when it is no form, or too large', async () => {
    const opened = await open()
    const json = { 'content-type': 'application/json' }
    const refused = await send(opened, `{"token":"${opened.token}"}`, json)
    assert.equal(refused.status, 415)
    assert.match(refused.headers.get('content-type') ?? '', /^text\/html/)
    const large = await send(opened, `token=${opened.token}&x=${'x'.repeat(64 * 1024)}`)
    assert.equal(large.status, 413)
  })
})

describe('a link', () => {
  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const isFree = async (url: string) => {
    const { page } = await person()
    await page.goto(url.replace(sandbox.url, sandbox.publicUrl))
    await pick(page, people.ingrid)
  }

  /** With the headers as given; `fetch` has its own mind about those that a browser sets. */
  async function load(url: string, headers: Record<string, string>, method = 'GET') {
    const sent = request(url, { method, headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const cookies = answer.headers['set-cookie'] ?? []
    const opens = cookies.some((cookie) => cookie.startsWith('link-'))
    return { status: answer.statusCode, opens, body: await text(answer) }
  }

  const passing: [what: string, headers: Record<string, string>, method?: string][] = [
    ['HEAD', visit, 'HEAD'],
    ['the preview of a messenger', { 'user-agent': 'WhatsApp/2.24 A' }],
    ['a script of another page', { ...visit, 'sec-fetch-mode': 'no-cors' }],
    ['a browser that fetches it in advance', { ...visit, 'sec-purpose': 'prefetch;prerender' }],
  ]
  for (const [what, headers, method] of passing) {
    test(`is not opened by ${what}`, async () => {
      const url = plain(await tpp.linkFor({ 'X-PSU-IDENTITY': ingrid }))
      const { status, opens, body } = await load(url, headers, method)
      assert.deepEqual([status, opens], [200, false])
      assert.ok(!body.includes(`value="${ingrid}" inputmode`))
      await load(`${url}/device`, headers, method)
      await isFree(url)
    })
  }

  test('is opened by a browser that goes there, and by no other after it', async () => {
    const url = plain(await tpp.linkFor())
    assert.equal((await load(url, visit)).opens, true)
    assert.equal((await load(url, visit)).status, 410)
    assert.equal((await load(url, {})).status, 410)
  })

  test('is opened by the first form of a browser that says nothing of itself', async () => {
    const opened = await open()
    const form = `token=${opened.token}&act=identify&customerNumber=${ingrid}`
    const answer = await send(opened, form)
    assert.equal(answer.status, 303)
    const [kept = ''] = answer.headers.getSetCookie()
    const cookie = `${opened.cookie}; ${kept.split(';')[0]}`
    const page = await fetch(opened.url, { headers: { cookie } })
    assert.match(await page.text(), /autocomplete="one-time-code"/)
    assert.equal((await fetch(opened.url)).status, 410)
  })
})

test('the bank’s own page can be opened so many times a minute, and says so kindly', async () => {
  const busy = await startSandbox({
    env: { NORDGATE_OWN_PAGES_PER_MINUTE: '1', NORDGATE_SHARED_WORLD: 'on' },
  })
  const { client } = await busy.tpp()
  await client.call('GET', '/v1/sandbox/customers')
  const visit = await openAt(`${busy.url}/consents`)
  const form = `token=${visit.token}&customerNumber=${ingrid}`
  assert.equal((await send(visit, form)).status, 303)
  const refused = await send(visit, form, { 'accept-language': 'en' })
  assert.equal(refused.status, 429)
  assert.match(await refused.text(), /role="alert"><strong>Too many people are logging in/)
})

test('a page knows the methods that it takes', async () => {
  const answer = await fetch(`${sandbox.url}/consents`, { method: 'DELETE' })
  assert.equal(answer.status, 405)
  assert.equal(answer.headers.get('allow'), 'GET, POST, HEAD, OPTIONS')
})

test('neither address nor log tells who the person is', async () => {
  const { page } = await person()
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  await page.goto(await tpp.linkFor())
  await pick(page, people.ingrid)
  const number = await page.locator('main strong.figures').innerText()
  assert.match(number, /^\d{11}$/)
  await page.getByRole('button', { name: /Cancel/ }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  const link = new URL(visited[0] ?? '').pathname.split('/').at(-1) ?? ''
  for (const address of visited) assert.ok(!address.includes(number), address)
  const log = sandbox.log.join('')
  assert.match(log, /"operation":"answer-sca-page","status":303/)
  for (const secret of [number, 'Ingrid', link]) assert.ok(!log.includes(secret), secret)
})

test('a name of a TPP is text, whatever is in it', async () => {
  const hostile = await sandbox.tpp({ name: '<img src=x onerror=alert(1)> & "Sons"' })
  const { client } = hostile
  const headers = { 'TPP-Redirect-URI': tpp.redirectUri, 'PSU-IP-Address': '192.0.2.17' }
  const answer = await client.send(client.prepare('GET', '/v1/accounts', { headers }))
  const { _links } = answer.body as { _links: { scaRedirect: { href: string } } }
  const { page } = await person()
  await page.goto(_links.scaRedirect.href)
  await heading(page, 'Log in')
  await page.getByText('<img src=x onerror=alert(1)> & "Sons" asks to see').waitFor()
})
