import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Type } from 'typebox'
import { createListener, listen } from '../../src/http/http.ts'
import type { Role } from '../../src/kernel/caller.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { createLog, createMetrics } from '../../src/observability/observability.ts'
import type { Storage, Transaction } from '../../src/storage/storage.ts'
import { paymentHeaders } from '../../src/wire/headers.ts'
import { type Contract, contract, type Guards, type Operation } from '../../src/wire/operation.ts'
import { assertRefused, type Refusal } from '../refusal.ts'
import { speak } from '../speak.ts'

/**
 * The guards of a line in the route table (checks 10 to 12), on operations made up for it: the
 * pipeline is the real one, only the certificate is not asked for. `X-Roles` says who calls.
 */

const query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  withBalance: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
})
const echo = contract({
  id: 'echo-query',
  tag: 'Service',
  summary: 'Gives back the query',
  query,
  answer: { status: 200, description: 'The query.', schema: Type.Unknown() },
})

const guarded = (path: string, guards: Guards, how: Contract = echo) => ({
  method: 'GET' as const,
  path,
  contract: how,
  guards,
  handle: async (_caller: unknown, input: { query: unknown }) => input.query,
})

const operations = [
  guarded('/any', { role: 'any', world: 'none' }),
  guarded('/aisp', { role: 'AISP', world: 'none' }),
  guarded('/pisp', { role: 'PISP', world: 'none' }),
  guarded('/headers', {
    role: 'any',
    world: 'none',
    requires: ['TPP-Redirect-URI', 'PSU-IP-Address', 'PSU-ID'],
  }),
  guarded(
    '/payments/{id}',
    { role: 'PISP', world: 'none', requires: paymentHeaders.create },
    { ...echo, path: Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) }), tppMessages: true },
  ),
] as unknown as Operation<Transaction>[]

const log = createLog({ level: 'silent' })
const listeners = await listen(
  await createListener({
    operations,
    authenticate: async ({ headers }) => ({
      tppId: 'PSDNO-FSA-912345678',
      tppName: 'Fjordbudsjett AS',
      roles: (headers.get('x-roles') ?? '').split(' ').filter(Boolean) as Role[],
    }),
    environment: 'sandbox',
    characterSet: 'latin',
    clock: systemClock,
    random: systemRandom,
    log,
    metrics: createMetrics({ operations: [], databaseReady: () => true, processMetrics: false }),
    signAnswer: undefined,
    // Reading operations never reach it.
    storage: {} as Storage,
  }),
  { http: { host: '127.0.0.1', port: 0 }, https: 'off', log },
)
after(() => listeners.stop(0))

function get(target: string, roles: string, headers: Record<string, string> = {}) {
  const all = { 'X-Request-ID': 'guards-1', 'X-Roles': roles, ...headers }
  return speak(listeners.httpUrl ?? '', { method: 'GET', target, headers: all })
}

const roleRows: [path: string, roles: string, status: number, says?: RegExp][] = [
  ['/any', 'AISP', 200],
  ['/any', 'PISP', 200],
  ['/any', '', 401, /needs the role AISP or PISP; the TPP holds none/],
  ['/aisp', 'AISP', 200],
  ['/aisp', 'AISP PISP', 200],
  ['/aisp', 'PISP', 401, /needs the role AISP; the TPP holds PISP/],
  ['/aisp', '', 401, /the TPP holds none/],
  ['/pisp', 'PISP', 200],
  ['/pisp', 'AISP PISP', 200],
  ['/pisp', 'AISP', 401, /needs the role PISP; the TPP holds AISP/],
]

for (const [path, roles, status, says] of roleRows) {
  test(`${path} answers ${status} to a TPP with ${roles || 'no role'}`, async () => {
    const answer = await get(path, roles)
    if (says) assertRefused(answer, { status, code: 'ROLE_INVALID', says })
    else assert.equal(answer.status, status)
  })
}

test('names all required headers that are missing at once, after the role', async () => {
  const id = '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30'
  const missing = { status: 400, code: 'HTTP_HEADER_REQUIRED' }
  const all = /header TPP-Redirect-URI: is.*header PSU-IP-Address: is.*header PSU-ID: is required/
  assertRefused(await get('/headers', 'AISP'), { ...missing, says: all })
  const two = /header TPP-Redirect-URI: is required; header PSU-IP-Address: is required$/
  assertRefused(await get('/headers', 'AISP', { 'PSU-ID': id }), { ...missing, says: two })
  const one = /header TPP-Redirect-URI: is required$/
  const some = { 'PSU-ID': id, 'PSU-IP-Address': '::1' }
  assertRefused(await get('/headers', 'AISP', some), { ...missing, says: one })
  assert.equal((await get('/headers', 'AISP', { ...some, 'TPP-Redirect-URI': 'a:b' })).status, 200)
  assertRefused(await get('/headers', ''), { status: 401, code: 'ROLE_INVALID' })
})

test('takes a required header without a value for a missing one', async () => {
  const empty = { 'PSU-ID': '', 'TPP-Redirect-URI': ' ', 'PSU-IP-Address': '::1' }
  assertRefused(await get('/headers', 'AISP', empty), {
    ...{ status: 400, code: 'HTTP_HEADER_REQUIRED' },
    says: /: header TPP-Redirect-URI: is required; header PSU-ID: is required$/,
  })
})

test('names missing headers before malformed ones and before the query', async () => {
  const answer = await get('/headers?unknown=1', 'AISP', { 'PSU-ID': 'malformed' })
  assertRefused(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED' })
})

const queryRows: [query: string, result: unknown][] = [
  ['?limit=1', { limit: 1 }],
  ['?limit=1000&withBalance=true', { limit: 1000, withBalance: true }],
  ['?withBalance=false', { withBalance: false }],
  ['?name=a%20b+c', { name: 'a b c' }],
  ['?name=true', { name: 'true' }],
  ['?limit=0', /query\/limit: must be >= 1/],
  ['?limit=1001', /query\/limit: must be <= 1000/],
  ['?limit=1.5', /query\/limit: must be integer/],
  ['?limit=1e2', /query\/limit: must be integer/],
  ['?limit=%2B1', /query\/limit: must be integer/],
  ['?limit=', /query\/limit: must be integer/],
  ['?limit=9999999999999999999', /query\/limit: must be integer/],
  ['?withBalance=TRUE', /query\/withBalance: must be boolean/],
  ['?withBalance=1', /query\/withBalance: must be boolean/],
  ['?limit=1&limit=1', /query\/limit: was given more than once/],
  ['?Limit=1', /query\/Limit: is not a parameter/],
  ['?limit[]=1', /query\/limit\[\]: is not a parameter/],
]

for (const [text, result] of queryRows) {
  test(`reads the query ${text}`, async () => {
    const answer = await get(`/any${text}`, 'AISP')
    if (result instanceof RegExp) {
      assertRefused(answer, { status: 400, code: 'FORMAT_ERROR', says: result })
    } else assert.deepEqual(answer.body, result)
  })
}

describe('payments and baskets', () => {
  const headers = {
    'x-accept-fix': 'longer-names, Amount-As-String',
    'TPP-Session-ID': 's',
    'TPP-Redirect-URI': 'https://tpp.example/',
    'PSU-ID': '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30',
    'PSU-IP-Address': '::1',
  }
  const without = (...names: (keyof typeof headers)[]) =>
    Object.fromEntries(
      Object.entries(headers).filter(([name]) => !names.some((each) => each === name)),
    )

  test('require headers, and name what is missing one by one', async () => {
    assert.equal((await get('/payments/1', 'PISP', headers)).status, 200)
    assertRefused(await get('/payments/1', 'PISP'), {
      ...{ status: 400, code: 'HTTP_HEADER_REQUIRED' },
      says: /with the value amount-as-string.*header PSU-ID: is required, or X-PSU-IDENTITY/,
      messages: [
        'HTTP_HEADER_REQUIRED header x-accept-fix',
        'HTTP_HEADER_REQUIRED header TPP-Session-ID',
        'HTTP_HEADER_REQUIRED header TPP-Redirect-URI',
        'HTTP_HEADER_REQUIRED header PSU-ID',
        'HTTP_HEADER_REQUIRED header PSU-IP-Address',
      ],
    })
  })

  test('take X-PSU-IDENTITY instead of PSU-ID', async () => {
    const known = { ...without('PSU-ID'), 'X-PSU-IDENTITY': '17848812345' }
    assert.equal((await get('/payments/1', 'PISP', known)).status, 200)
  })

  test('take neither PSU-ID nor X-PSU-IDENTITY without a value', async () => {
    const empty = { ...headers, 'PSU-ID': '', 'X-PSU-IDENTITY': '', 'TPP-Session-ID': '' }
    assertRefused(await get('/payments/1', 'PISP', empty), {
      ...{ status: 400, code: 'HTTP_HEADER_REQUIRED' },
      messages: [
        'HTTP_HEADER_REQUIRED header TPP-Session-ID',
        'HTTP_HEADER_REQUIRED header PSU-ID',
      ],
    })
  })

  test('say what x-accept-fix lacks', async () => {
    const other = { ...headers, 'x-accept-fix': 'longer-names' }
    assertRefused(await get('/payments/1', 'PISP', other), {
      ...{ status: 400, code: 'HTTP_HEADER_REQUIRED' },
      says: /x-accept-fix: must have amount-as-string among its values/,
      messages: ['HTTP_HEADER_REQUIRED header x-accept-fix'],
    })
  })

  test('tell every refusal in tppMessages too, by the codes that those have', async () => {
    const refused = async (
      refusal: Refusal,
      { target = '/payments/1', roles = 'PISP', more = {} as Record<string, string> },
    ) => assertRefused(await get(target, roles, { ...headers, ...more }), refusal)
    await refused({ status: 401, code: 'ROLE_INVALID', messages: ['FORBIDDEN'] }, { roles: 'AISP' })
    const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
    await refused({ ...unknown, messages: ['RESOURCE_UNKNOWN'] }, { target: '/payments/x' })
    await refused(
      { status: 406, code: 'REQUESTED_FORMATS_INVALID', messages: ['BAD_REQUEST'] },
      { more: { Accept: 'application/xml' } },
    )
    const misfit = { status: 400, code: 'FORMAT_ERROR' }
    await refused(
      { ...misfit, messages: ['FORMAT_ERROR query/limit'] },
      { target: '/payments/1?limit=0' },
    )
    await refused(
      { ...misfit, messages: ['FORMAT_ERROR header PSU-ID', 'FORMAT_ERROR header PSU-IP-Port'] },
      { more: { 'PSU-ID': 'x', 'PSU-IP-Port': '0' } },
    )
    await refused(
      { status: 431, code: 'FORMAT_ERROR', messages: ['FORMAT_ERROR'] },
      { more: { 'X-Long': 'x'.repeat(33 * 1024) } },
    )
  })

  test('are the only ones that do, and what is no operation is none of them', async () => {
    assertRefused(await get('/payments/1/2', 'PISP'), { status: 404, code: 'RESOURCE_UNKNOWN' })
    assertRefused(await get('/headers', 'AISP'), { status: 400, code: 'HTTP_HEADER_REQUIRED' })
  })
})
