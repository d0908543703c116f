import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { consent, customersOf } from '../consented.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** Values that pass for text or a date at first sight, and that the database would choke on. */

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const { client } = tpp
const { people } = await customersOf(tpp)
const psu = await consent(tpp, { customerNumber: people[0] ?? '' })
const headers = {
  ...psu.headers,
  ...{ 'TPP-Session-ID': psu.sessionId, 'PSU-IP-Address': '192.0.2.17' },
  'x-accept-fix': 'amount-as-string',
}

const call = (method: string, target: string, body?: unknown) =>
  client.send(client.prepare(method, target, { headers, ...(body !== undefined && { body }) }))

const firstIn = async (list: string) => {
  const { body } = await call('GET', list)
  const [first] = Object.values(body as Record<string, { resourceId: string }[]>)[0] ?? []
  return first?.resourceId ?? ''
}
const account = await firstIn('/v1/accounts')
const card = await firstIn('/v1/card-accounts')

const refused = { status: 400, code: 'FORMAT_ERROR' }

afterEach(() => {
  const faults = sandbox.log.filter((line) => line.includes('"level":"error"'))
  assert.deepEqual(faults, [])
})

describe('a day', () => {
  const lists = [
    [`/v1/accounts/${account}/transactions`, 'dateFrom', 'dateTo'],
    [`/v1/card-accounts/${card}/transactions`, 'dateFrom', 'dateTo'],
    [`/v1/sandbox/accounts/${account}/transactions`, 'fromDate', 'toDate'],
    [`/v1/sandbox/card-accounts/${card}/transactions`, 'fromDate', 'toDate'],
  ] as const

  for (const [list, from, to] of lists) {
    test(`of the year 0000 is refused in ${list.replace(/\/[0-9a-f-]{36}\//, '/{id}/')}`, async () => {
      for (const name of [from, to]) {
        for (const day of ['0000-01-01', '0000-12-31']) {
          const answer = await call('GET', `${list}?${name}=${day}`)
          assertRefused(answer, { ...refused, says: /a date from the year 0001 on/ })
        }
      }
      const all = await call('GET', `${list}?${from}=0001-01-01&${to}=9999-12-31`)
      assert.equal(all.status, 200)
    })
  }

  const mock = `/v1/sandbox/accounts/${account}/transactions`
  const mockCard = `/v1/sandbox/card-accounts/${card}/transactions`
  const transactionAmount = { amount: '-1.00', currency: 'NOK' }

  test('of the year 0000 is refused in a mock transaction, one of the year 0001 is kept', async () => {
    for (const name of ['bookingDate', 'valueDate', 'transactionDate']) {
      for (const [day, status] of [
        ['0000-02-29', 400],
        ['0001-01-01', 201],
      ] as const) {
        const dates = { [name]: day, ...(name === 'bookingDate' && { valueDate: day }) }
        const answer = await call('POST', mockCard, [{ transactionAmount, ...dates }])
        assert.equal(answer.status, status, JSON.stringify(answer.body))
        if (name === 'transactionDate') continue
        assert.equal((await call('POST', mock, { amount: 1, ...dates })).status, status)
      }
    }
    for (const [list, from] of lists) {
      assert.equal((await call('GET', `${list}?${from}=0001-01-01`)).status, 200)
    }
  })

  test('of the year 0000 is refused in a payment', async () => {
    const payment = {
      instructedAmount: { amount: '1.00', currency: 'NOK' },
      debtorAccount: { bban: '99911110012', currency: 'NOK' },
      creditorAccount: { bban: '99992202021', currency: 'NOK' },
      creditorName: 'Solbakken Boligutleie AS',
    }
    const product = 'norwegian-domestic-credit-transfers'
    const single = { ...payment, requestedExecutionDate: '0000-01-01' }
    assertRefused(await call('POST', `/v1/payments/${product}`, single), {
      ...{ ...refused, messages: ['FORMAT_ERROR body/requestedExecutionDate'] },
    })
    const rhythm = { startDate: '0000-01-01', endDate: '0000-12-31', frequency: 'Monthly' }
    const periodic = await call('POST', `/v1/periodic-payments/${product}`, {
      ...{ ...payment, ...rhythm },
    })
    assertRefused(periodic, {
      ...{ ...refused, messages: ['FORMAT_ERROR body/startDate', 'FORMAT_ERROR body/endDate'] },
    })
  })
})

type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

interface Described {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: { 'application/json': { example: Json } } }
}

/** As the document has them. */
async function everyOperation() {
  const document = await (await fetch(`${sandbox.url}/openapi.json`)).json()
  const { paths } = document as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...{ method: method.toUpperCase(), path },
      query: (described.parameters ?? []).flatMap((each) => (each.in === 'query' ? each.name : [])),
      example: described.requestBody?.content['application/json'].example,
    })),
  )
}

/** The value once for each text in it, with a NUL at the end of that text. */
function struck(value: Json): Json[] {
  if (typeof value === 'string') return [`${value}\u0000`]
  if (value === null || typeof value !== 'object') return []
  const copyWith = (key: string, item: Json): Json =>
    Array.isArray(value)
      ? value.map((own, index) => (String(index) === key ? item : own))
      : { ...value, [key]: item }
  return Object.entries(value).flatMap(([key, item]) =>
    struck(item).map((each) => copyWith(key, each)),
  )
}

const known = await everyOperation()

describe('a NUL', () => {
  const unsigned = (method: string, path: string, body: Json) =>
    fetch(`${sandbox.url}${path}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    })
  const filled = (path: string, part: string) => path.replaceAll(/\{[^}]+\}/g, part)

  test('in any part of a path names nothing', async () => {
    const withParts = known.filter(({ path }) => path.includes('{'))
    assert.ok(withParts.length > 50)
    for (const { method, path, example } of withParts) {
      const answer = await call(method, filled(path, `${account}%00`), example)
      assert.ok([400, 404].includes(answer.status), `${method} ${path}: ${answer.status}`)
    }
  })

  test('in any query is refused or finds nothing', async () => {
    const asked = known.flatMap(({ query, ...rest }) => query.map((name) => ({ name, ...rest })))
    assert.ok(asked.length > 20)
    for (const { method, path, name, example } of asked) {
      const target = `${filled(path, account)}?${name}=a%00`
      const { status } = await call(method, target, example)
      assert.ok(status < 500, `${method} ${target}: ${status}`)
    }
  })

  test('in any text of a body is refused', async () => {
    const taking = known.flatMap(({ example, ...rest }) =>
      example === undefined ? [] : struck(example).map((body) => ({ body, ...rest })),
    )
    assert.ok(taking.length > 100)
    for (const { method, path, body } of taking) {
      const answer = path.startsWith('/v1/')
        ? await call(method, filled(path, account), body)
        : await unsigned(method, path, body)
      const said = `${method} ${path} ${JSON.stringify(body)}: ${answer.status}`
      assert.ok(answer.status >= 400 && answer.status < 500, said)
    }
  })
})

describe('a form of a page', () => {
  async function open(url: string) {
    const page = await fetch(url)
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await page.text()) ?? []
    const cookie = page.headers.getSetCookie().map((text) => text.split(';')[0])
    return (form: string) =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          ...{ cookie: cookie.join('; '), 'accept-language': 'en' },
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: `token=${token}&${form}`,
      })
  }

  async function scaPage() {
    const { body } = await client.send(
      client.prepare('GET', '/v1/accounts', {
        headers: { 'TPP-Redirect-URI': 'https://tpp.example/back' },
      }),
    )
    const { _links } = body as { _links: { scaRedirect: { href: string } } }
    return `${sandbox.url}${new URL(_links.scaRedirect.href).pathname}`
  }

  test('with a control character is refused as the pages refuse', async () => {
    const send = await open(await scaPage())
    const numbers = ['%00', `${people[0]}%00`, '1%1B', '1%7F', '1%C2%85']
    const forms = numbers.map((number) => `act=identify&customerNumber=${number}`)
    for (const form of [...forms, 'act=code&code=%00', 'act%00=identify', 'act=abort&x=%00']) {
      const answer = await send(form)
      assert.equal(answer.status, 400, form)
      assert.match(await answer.text(), /role="alert"/)
    }
    const door = await open(`${sandbox.url}/consents`)
    for (const bank of ['%00', `${tpp.organizationIdentifier}%00`]) {
      assert.equal((await door(`bank=${bank}`)).status, 400)
    }
  })

  test('with a number that was pasted with a tab and a line end is taken', async () => {
    const send = await open(await scaPage())
    const answer = await send(`act=identify&customerNumber=%09${people[0]}%0D%0A`)
    assert.equal(answer.status, 303)
    assert.doesNotMatch(answer.headers.get('location') ?? '', /\?/)
  })

  test('is found at no address with a NUL, and a query with one is passed over', async () => {
    const page = await scaPage()
    for (const url of [`${page}%00`, `${sandbox.url}/sca/%00`]) {
      assert.equal((await fetch(url)).status, 404)
    }
    const passing = [`${page}?remark=%00`, `${page}%00/device`]
    for (const url of [...passing, `${sandbox.url}/consents?language=%00&bank=%00`]) {
      assert.equal((await fetch(url)).status, 200)
    }
  })
})
