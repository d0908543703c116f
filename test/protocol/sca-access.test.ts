import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  accountIds,
  ask,
  consent,
  electrician,
  type Headers,
  ingrid,
  jonas,
  linkIn,
  moveClock,
  psuIp,
  redirectUri,
  roastery,
  walk,
  walked,
} from '../headless-psu.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** The account access sequence of the interface, and when SCA is asked for. */

const sandbox = await startSandbox()

const unknownId = '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30'

const accounts = (tpp: Tpp, psu: Headers) => ask(tpp, 'GET', '/v1/accounts', psu)

/** Why the latest call of the TPP was answered with a link, as the audit log has it. */
async function reasonOf({ organizationIdentifier: tpp }: Tpp): Promise<string | undefined> {
  const [row] = await sandbox.sql<{ reason: string }>(
    `select details ->> 'reason' as reason from audit
     where actor = $1 and action = 'ask-for-sca' order by id desc limit 1`,
    [tpp],
  )
  return row?.reason
}

describe('account access sequence', () => {
  test('1 to 3: a link, the PSU decides, the accounts that were ticked are shown', async () => {
    const tpp = await sandbox.tpp()
    const href = linkIn(await accounts(tpp, { 'TPP-Session-ID': 's1' }))
    assert.match(href.slice(sandbox.publicUrl.length), /^\/sca\/[A-Za-z0-9_-]{43}$/)
    const { address, parameters } = await walked(tpp, href, { customerNumber: ingrid })
    assert.ok(address.startsWith(`${redirectUri}&`), address)
    const psuId = parameters['psu-id'] ?? ''
    assert.match(psuId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual(parameters, {
      ...{ state: '7', 'psu-id': psuId, 'tpp-session-id': 's1', context: 'PRIVATE' },
    })
    assert.equal((await accountIds(tpp, { 'PSU-ID': psuId, ...psuIp })).length, 2)
    assert.equal((await accountIds(tpp, { 'PSU-ID': psuId })).length, 2)
  })

  test('the PSU-ID of a customer is the same for good, and another for another TPP', async () => {
    const [one, two] = [await sandbox.tpp(), await sandbox.tpp()]
    const first = await consent(one, { customerNumber: ingrid })
    assert.deepEqual(await consent(one, { customerNumber: ingrid }), first)
    const other = await consent(two, { customerNumber: ingrid })
    assert.notEqual(other['PSU-ID'], first['PSU-ID'])
    linkIn(await accounts(two, first))
    assert.equal(await reasonOf(two), 'psu-unknown')
  })

  test('4: in the corporate context both ids are sent, and nothing private is shown', async () => {
    const tpp = await sandbox.tpp()
    const script = { customerNumber: ingrid, context: 'CORPORATE', agreement: roastery }
    const href = linkIn(await accounts(tpp, {}))
    const { parameters } = await walked(tpp, href, script)
    assert.equal(parameters.context, 'CORPORATE')
    const psu = {
      'PSU-ID': parameters['psu-id'] ?? '',
      'PSU-Corporate-ID': parameters['psu-corporate-id'] ?? '',
    }
    const corporate = await accountIds(tpp, psu)
    assert.equal(corporate.length, 2)
    const own = await accountIds(tpp, await consent(tpp, { customerNumber: ingrid }))
    assert.deepEqual(
      own.filter((id) => corporate.includes(id)),
      [],
    )
  })

  test('4: an agreement without consents starts a consent flow that does not ask for it', async () => {
    const tpp = await sandbox.tpp()
    const session = { 'TPP-Session-ID': 's4' }
    const psu = await consent(tpp, { customerNumber: jonas }, session)
    const listed = await ask(tpp, 'GET', '/v1/agreements', { ...psu, ...session })
    assert.equal(listed.status, 200, JSON.stringify(listed.body))
    const { agreements } = listed.body as { agreements: { psuCorporateId: string; name: string }[] }
    assert.deepEqual(
      agreements.map(({ name }) => name),
      [roastery, electrician],
    )
    const chosen = { ...psu, 'PSU-Corporate-ID': agreements[1]?.psuCorporateId ?? '' }
    const href = linkIn(await accounts(tpp, chosen))
    assert.equal(await reasonOf(tpp), 'nothing-granted')
    // With no word about the context, the agreement or even the PSU.
    const { parameters } = await walked(tpp, href, {})
    assert.equal(parameters['psu-corporate-id'], chosen['PSU-Corporate-ID'])
    assert.equal((await accountIds(tpp, chosen)).length, 2)
  })

  test('5: a corporate PSU without PSU-Corporate-ID is refused', async () => {
    const tpp = await sandbox.tpp()
    const script = { customerNumber: ingrid, context: 'CORPORATE', agreement: roastery }
    const psu = { 'PSU-ID': (await consent(tpp, script))['PSU-ID'] ?? '' }
    const refusal = { status: 400, code: 'FORMAT_ERROR', says: /PSU-Corporate-ID/ }
    assertRefused(await accounts(tpp, psu), refusal)
    assertRefused(await accounts(tpp, { ...psu, 'PSU-Context': 'CORPORATE' }), refusal)
    linkIn(await accounts(tpp, { ...psu, 'PSU-Context': 'PRIVATE' }))
    await consent(tpp, { customerNumber: ingrid })
    assert.equal((await accounts(tpp, psu)).status, 200)
    assertRefused(await accounts(tpp, { ...psu, 'PSU-Context': 'CORPORATE' }), refusal)
  })

  test('5: who has only logged in has not acted for a company, and is asked for consent', async () => {
    const tpp = await sandbox.tpp()
    const href = linkIn(await ask(tpp, 'GET', '/v1/agreements', { 'TPP-Session-ID': 's5' }))
    const { parameters } = await walked(tpp, href, { customerNumber: ingrid })
    const psu = { 'PSU-ID': parameters['psu-id'] ?? '' }
    const asked = linkIn(await accounts(tpp, psu))
    assert.equal(await reasonOf(tpp), 'nothing-granted')
    // Nor as a private person, so that the context is still open.
    await walked(tpp, asked, { context: 'CORPORATE', agreement: roastery, customerNumber: ingrid })
    const refusal = { status: 400, code: 'FORMAT_ERROR', says: /PSU-Corporate-ID/ }
    assertRefused(await accounts(tpp, psu), refusal)
  })

  for (const header of ['PSU-Context: CORPORATE', `PSU-Corporate-ID: ${unknownId}`]) {
    test(`a log-in that asks for no company tells of none: ${header}`, async () => {
      const tpp = await sandbox.tpp()
      const [name = '', value = ''] = header.split(': ')
      const href = linkIn(await ask(tpp, 'GET', '/v1/agreements', { [name]: value }))
      const { parameters } = await walked(tpp, href, { customerNumber: ingrid })
      const { context, 'psu-corporate-id': corporateId } = parameters
      assert.deepEqual([context, corporateId], ['PRIVATE', undefined])
    })
  }
})

describe('SCA is asked for', () => {
  test('when PSU-ID is missing or unknown', async () => {
    const tpp = await sandbox.tpp()
    for (const headers of [{}, { 'PSU-ID': unknownId }]) {
      linkIn(await accounts(tpp, headers))
      assert.equal(await reasonOf(tpp), 'psu-unknown')
    }
    const line = sandbox.log.findLast((each) => each.includes('"sca"')) ?? '{}'
    assert.equal(JSON.parse(line).sca, 'psu-unknown')
    assert.equal(JSON.parse(line).check, 'psu')
  })

  test('when PSU-Corporate-ID is unknown, malformed or another TPP’s', async () => {
    const [tpp, other] = [await sandbox.tpp(), await sandbox.tpp()]
    const psu = await consent(tpp, { customerNumber: ingrid })
    const script = { customerNumber: ingrid, context: 'CORPORATE', agreement: roastery }
    const foreign = (await consent(other, script))['PSU-Corporate-ID'] ?? ''
    for (const id of [foreign, 'x', unknownId]) {
      linkIn(await accounts(tpp, { ...psu, 'PSU-Corporate-ID': id }))
      assert.equal(await reasonOf(tpp), 'agreement-unknown')
    }
  })

  test('when nothing is granted in the context', async () => {
    const tpp = await sandbox.tpp()
    const psu = await consent(tpp, { customerNumber: ingrid, accounts: [] })
    linkIn(await accounts(tpp, psu))
    assert.equal(await reasonOf(tpp), 'nothing-granted')
  })

  test('over 180 days after the last one in the context, and not before', async () => {
    const tpp = await sandbox.tpp()
    const psu = await consent(tpp, { customerNumber: ingrid })
    await moveClock(tpp, 'P179D')
    assert.equal((await accounts(tpp, psu)).status, 200)
    await moveClock(tpp, 'P2D')
    const href = linkIn(await accounts(tpp, psu))
    assert.equal(await reasonOf(tpp), 'sca-over-180-days-ago')
    // Everything is known but the decision.
    await walked(tpp, href, {})
    assert.equal((await accounts(tpp, psu)).status, 200)
  })

  test('over 180 days after the last consent, whoever logs in meanwhile', async () => {
    const tpp = await sandbox.tpp()
    const psu = await consent(tpp, { customerNumber: ingrid })
    const logIn = async (sessionId: string) => {
      const headers = { ...psu, 'TPP-Session-ID': sessionId }
      await walked(tpp, linkIn(await ask(tpp, 'GET', '/v1/user', headers)), { context: 'PRIVATE' })
    }
    await moveClock(tpp, 'P179D')
    await logIn('s1')
    await moveClock(tpp, 'P2D')
    linkIn(await accounts(tpp, psu))
    await logIn('s2')
    linkIn(await accounts(tpp, psu))
    assert.equal(await reasonOf(tpp), 'sca-over-180-days-ago')
  })

  test('for agreements and for the user without a valid session', async () => {
    const tpp = await sandbox.tpp()
    const session = { 'TPP-Session-ID': 's1' }
    const psu = await consent(tpp, { customerNumber: ingrid })
    for (const target of ['/v1/agreements', '/v1/user', '/v1/users']) {
      linkIn(await ask(tpp, 'GET', target, psu))
      assert.equal(await reasonOf(tpp), 'no-session')
    }
    const href = linkIn(await ask(tpp, 'GET', '/v1/user', { ...psu, ...session }))
    await walked(tpp, href, { agreement: roastery })
    const user = await ask(tpp, 'GET', '/v1/user', { ...psu, ...session })
    const { psuCorporateId, ...rest } = user.body as Record<string, string>
    assert.deepEqual(rest, { psuId: psu['PSU-ID'], context: 'CORPORATE' })
    assert.ok(psuCorporateId)
    assert.equal((await ask(tpp, 'GET', '/v1/agreements', { ...psu, ...session })).status, 200)
  })
})

describe('X-PSU-IDENTITY', () => {
  test('prefills the log-in and opens nothing by itself', async () => {
    const tpp = await sandbox.tpp()
    await consent(tpp, { customerNumber: ingrid })
    const identity = { 'X-PSU-IDENTITY': ingrid }
    const href = linkIn(await accounts(tpp, identity))
    assert.equal(await reasonOf(tpp), 'psu-unknown')
    const { parameters } = await walked(tpp, href, { context: 'PRIVATE' })
    assert.equal((await accounts(tpp, { 'PSU-ID': parameters['psu-id'] ?? '' })).status, 200)
    linkIn(await accounts(tpp, identity))
  })

  test('stands in for PSU-ID within a session', async () => {
    const tpp = await sandbox.tpp()
    const session = { 'TPP-Session-ID': 's1' }
    await consent(tpp, { customerNumber: ingrid }, session)
    assert.equal((await accounts(tpp, { ...session, 'X-PSU-IDENTITY': ingrid })).status, 200)
    linkIn(await accounts(tpp, { ...session, 'X-PSU-IDENTITY': jonas }))
  })

  test('is refused when it is no identity number', async () => {
    const answer = await accounts(await sandbox.tpp(), { 'X-PSU-IDENTITY': '12345678901' })
    assertRefused(answer, { status: 400, code: 'FORMAT_ERROR', says: /X-PSU-IDENTITY/ })
  })
})

test('an account that was not ticked is answered like an unknown one', async () => {
  const tpp = await sandbox.tpp()
  const [first, second] = await accountIds(tpp, await consent(tpp, { customerNumber: ingrid }))
  const psu = await consent(tpp, { customerNumber: ingrid, accounts: [first ?? ''] })
  assert.deepEqual(await accountIds(tpp, psu), [first])
  const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
  for (const id of [second, 'x', unknownId]) {
    assertRefused(await ask(tpp, 'GET', `/v1/accounts/${id}/balances`, psu), unknown)
  }
})

test('an account that left the engagement is out of sight at once', async () => {
  const tpp = await sandbox.tpp()
  const script = { customerNumber: jonas, context: 'CORPORATE', agreement: electrician }
  const psu = await consent(tpp, script)
  const [kept, gone] = await accountIds(tpp, psu)
  await sandbox.sql('delete from engagement where account_id = $1', [gone])
  assert.deepEqual(await accountIds(tpp, psu), [kept])
  assertRefused(await ask(tpp, 'GET', `/v1/accounts/${gone}/balances`, psu), {
    status: 404,
    code: 'RESOURCE_UNKNOWN',
  })
  await sandbox.sql('delete from engagement where account_id = $1', [kept])
  linkIn(await accounts(tpp, psu))
})

test('in a world that TPPs share, each still has its own ids, grants and sessions', async () => {
  const shared = await startSandbox({ env: { NORDGATE_SHARED_WORLD: 'on' } })
  const [one, two] = [await shared.tpp(), await shared.tpp()]
  const session = { 'TPP-Session-ID': 's1' }
  const psu = await consent(one, { customerNumber: ingrid }, session)
  linkIn(await accounts(two, { ...psu, ...session }))
  const href = linkIn(await accounts(two, session))
  assertRefused(await walk(one, href, { customerNumber: ingrid }), {
    status: 404,
    code: 'RESOURCE_UNKNOWN',
  })
  const { parameters } = await walked(two, href, { customerNumber: ingrid })
  assert.notEqual(parameters['psu-id'], psu['PSU-ID'])
  assert.equal((await ask(one, 'GET', '/v1/user', { ...psu, ...session })).status, 200)
})
