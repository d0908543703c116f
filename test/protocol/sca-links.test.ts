import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ask,
  backFrom,
  type Headers,
  ingrid,
  jonas,
  linkIdIn,
  linkIn,
  moveClock,
  redirectUri,
  type Script,
  walk,
  walked,
} from '../headless-psu.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** Links to the bank's pages, walked without a browser; and where the PSU is sent afterwards. */

const sandbox = await startSandbox()

const link = async (tpp: Tpp, headers: Headers = {}) =>
  linkIn(await ask(tpp, 'GET', '/v1/accounts', headers))

/** Every table that holds the text, be it as text or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const hex = Buffer.from(text).toString('hex')
  const tables = await sandbox.sql<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
  )
  assert.ok(tables.length > 20)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = `select from ${name} t where t::text like $1 or t::text like $2 limit 1`
    const held = await sandbox.sql(rows, [`%${text}%`, `%${hex}%`])
    if (held.length > 0) found.push(name)
  }
  return found
}

const failed = (code: string, status = '401') => ({ system: 'nordgate', status, code })

async function endsWith(tpp: Tpp, href: string, script: Script) {
  const { address, parameters } = await walked(tpp, href, script)
  assert.ok(address.startsWith(`${redirectUri}&system=nordgate&status=`), address)
  const { state, message, ...rest } = parameters
  assert.ok(state === '7' && message)
  return rest
}

describe('redirect after failed SCA', () => {
  test('abort', async () => {
    const tpp = await sandbox.tpp()
    assert.deepEqual(
      await endsWith(tpp, await link(tpp), { outcome: 'abort' }),
      failed('SCA_INVALID'),
    )
  })

  test('decline', async () => {
    const tpp = await sandbox.tpp()
    const script = { outcome: 'decline', customerNumber: ingrid }
    assert.deepEqual(await endsWith(tpp, await link(tpp), script), failed('CONSENT_INVALID'))
    const psus = await sandbox.sql(
      `select 1 from psu p join world w on w.id = p.world_id where w.owner = $1`,
      [tpp.organizationIdentifier],
    )
    assert.deepEqual(psus, [])
  })

  test('five wrong codes lock the log-in for 15 minutes, whoever tries', async () => {
    const tpp = await sandbox.tpp()
    const wrong = { outcome: 'wrong-code', customerNumber: ingrid }
    const locked = failed('PSU_CREDENTIALS_INVALID')
    const script = { customerNumber: ingrid }
    const waiting = await link(tpp)
    assert.deepEqual(await endsWith(tpp, await link(tpp), wrong), locked)
    assert.deepEqual(await endsWith(tpp, waiting, script), locked)
    assert.deepEqual(await endsWith(tpp, await link(tpp), script), locked)
    assert.ok((await walked(tpp, await link(tpp), { customerNumber: jonas })).parameters['psu-id'])
    await moveClock(tpp, 'PT14M')
    assert.deepEqual(await endsWith(tpp, await link(tpp), script), locked)
    await moveClock(tpp, 'PT1M')
    assert.ok((await walked(tpp, await link(tpp), script)).parameters['psu-id'])
  })

  test('a customer who does not exist looks like one with a wrong code', async () => {
    const tpp = await sandbox.tpp()
    const nobody = { customerNumber: '11111111111' }
    const locked = failed('PSU_CREDENTIALS_INVALID')
    assert.deepEqual(await endsWith(tpp, await link(tpp), nobody), locked)
  })

  test('a company of nobody’s: the PSU may not act in the context asked for', async () => {
    const tpp = await sandbox.tpp()
    const body = { name: 'Turid Nygaard Moen', type: 'PRIVATE' }
    const made = await tpp.client.call<{ customerNumber: string }>(
      'POST',
      '/v1/sandbox/customers',
      { body },
    )
    const { customerNumber } = made.body
    const href = await link(tpp, { 'PSU-Context': 'CORPORATE' })
    assert.deepEqual(await endsWith(tpp, href, { customerNumber }), failed('FORBIDDEN', '403'))
  })
})

describe('a link', () => {
  test('ends after 5 minutes in which nothing is done', async () => {
    const tpp = await sandbox.tpp()
    const [early, late] = [await link(tpp), await link(tpp)]
    await moveClock(tpp, 'PT4M50S')
    assert.ok((await walked(tpp, early, { customerNumber: ingrid })).parameters['psu-id'])
    await moveClock(tpp, 'PT10S')
    const script = { customerNumber: ingrid }
    assert.deepEqual(await endsWith(tpp, late, script), failed('SCA_EXPIRED'))
  })

  test('ends after 10 minutes, however much is done', async () => {
    const tpp = await sandbox.tpp()
    const href = await link(tpp)
    const misfit = { customerNumber: ingrid, context: 'CORPORATE', agreement: 'none' }
    for (const pause of ['PT4M', 'PT4M']) {
      assertRefused(await walk(tpp, href, misfit), { status: 400, code: 'FORMAT_ERROR' })
      await moveClock(tpp, pause)
    }
    assertRefused(await walk(tpp, href, misfit), { status: 400, code: 'FORMAT_ERROR' })
    await moveClock(tpp, 'PT2M')
    assert.deepEqual(await endsWith(tpp, href, misfit), failed('SCA_EXPIRED'))
  })

  test('works once, and says where it led when it is opened again', async () => {
    const tpp = await sandbox.tpp()
    const href = await link(tpp)
    const first = await walked(tpp, href, { customerNumber: ingrid, accounts: [] })
    const again = await walked(tpp, href, { customerNumber: jonas })
    assert.equal(again.address, first.address)
  })

  test('that is unknown, malformed or another’s is answered alike', async () => {
    const [tpp, other] = [await sandbox.tpp(), await sandbox.tpp()]
    const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
    const href = await link(tpp)
    for (const address of [href, 'x/y', `x/${'A'.repeat(43)}`]) {
      assertRefused(await walk(other, address, { customerNumber: ingrid }), unknown)
    }
    assert.ok((await walked(tpp, href, { customerNumber: ingrid })).parameters['psu-id'])
  })

  test('is nowhere to be found in the database, but in the kept answer to a POST', async () => {
    const tpp = await sandbox.tpp()
    const read = linkIdIn(await link(tpp))
    const offer = await ask(tpp, 'POST', '/v1/bank-offered-consents')
    const offered = linkIdIn(linkIn(offer, 201))
    assert.deepEqual(await tablesWith(read), [])
    assert.deepEqual(await tablesWith(offered), ['kept_answer'])
  })

  test('two walks at the same time do it once', async () => {
    const tpp = await sandbox.tpp()
    const href = await link(tpp)
    const walks = Array.from({ length: 8 }, () => walk(tpp, href, { customerNumber: ingrid }))
    const addresses = (await Promise.all(walks)).map(({ status, body }) => {
      assert.equal(status, 200, JSON.stringify(body))
      return backFrom((body as { redirect: string }).redirect).address
    })
    assert.equal(new Set(addresses).size, 1)
  })
})

describe('TPP-Redirect-URI', () => {
  const refused: string[] = [
    'fjordbudsjett.example/back',
    'http://fjordbudsjett.example/back',
    'http://localhost.fjordbudsjett.example/',
    'https://user:secret@fjordbudsjett.example/',
    'https://fjordbudsjett.example/#part',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://fjordbudsjett.example/',
    'a:b',
    `https://fjordbudsjett.example/${'x'.repeat(2000)}`,
  ]
  for (const uri of refused) {
    test(`refuses ${uri.slice(0, 60)}`, async () => {
      const tpp = await sandbox.tpp()
      assertRefused(await ask(tpp, 'GET', '/v1/accounts', { 'TPP-Redirect-URI': uri }), {
        ...{ status: 400, code: 'FORMAT_ERROR', says: /TPP-Redirect-URI: must be/ },
      })
    })
  }

  const taken: [uri: string, before: string][] = [
    ['https://fjordbudsjett.example', 'https://fjordbudsjett.example?psu-id='],
    ['https://fjordbudsjett.example/a?b=%20+c', 'https://fjordbudsjett.example/a?b=%20+c&psu-id='],
    ['https://fjordbudsjett.example/a?', 'https://fjordbudsjett.example/a?psu-id='],
    ['http://localhost:3000/back', 'http://localhost:3000/back?psu-id='],
    ['http://127.0.0.1:3000/back', 'http://127.0.0.1:3000/back?psu-id='],
    ['example.fjordbudsjett:/back', 'example.fjordbudsjett:/back?psu-id='],
    ['fjordbudsjett://back', 'fjordbudsjett://back?psu-id='],
  ]
  for (const [uri, before] of taken) {
    test(`takes ${uri}`, async () => {
      const tpp = await sandbox.tpp()
      const href = await link(tpp, { 'TPP-Redirect-URI': uri })
      const { address } = await walked(tpp, href, { customerNumber: ingrid })
      assert.ok(address.startsWith(before), address)
    })
  }

  test('is required', async () => {
    const { client } = await sandbox.tpp()
    const answer = await client.send(client.prepare('GET', '/v1/accounts'))
    assertRefused(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', says: /TPP-Redirect-URI/ })
  })
})

describe('a script', () => {
  test('has nothing to decline where the PSU only logs in', async () => {
    const tpp = await sandbox.tpp()
    const href = linkIn(await ask(tpp, 'GET', '/v1/user'))
    assertRefused(await walk(tpp, href, { outcome: 'decline', customerNumber: ingrid }), {
      ...{ status: 400, code: 'FORMAT_ERROR', says: /body\/outcome/ },
    })
    assert.ok((await walked(tpp, href, { customerNumber: ingrid })).parameters['psu-id'])
  })

  test('must name the PSU when the request has not', async () => {
    const tpp = await sandbox.tpp()
    assertRefused(await walk(tpp, await link(tpp), {}), {
      ...{ status: 400, code: 'FORMAT_ERROR', says: /body\/customerNumber/ },
    })
  })

  test('that ticks what is not offered is refused, and may be mended', async () => {
    const tpp = await sandbox.tpp()
    const href = await link(tpp)
    const script = { customerNumber: ingrid, accounts: ['NO9386011117947'] }
    assertRefused(await walk(tpp, href, script), {
      ...{ status: 400, code: 'FORMAT_ERROR', says: /body\/accounts\/0/ },
    })
    assert.ok((await walked(tpp, href, { customerNumber: ingrid })).parameters['psu-id'])
  })
})
