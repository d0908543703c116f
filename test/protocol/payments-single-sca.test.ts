import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { type Headers, ingrid, jonas, linkIn, roastery } from '../headless-psu.ts'
import {
  approve,
  create,
  domestic,
  iban,
  instant,
  logIn,
  nok,
  read,
  refusal,
  send,
  sepa,
  single,
  statusOf,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** With PSU-Context, one visit at the bank is log-in and approval. */

const sandbox = await startSandbox({ clock: manualClock('2026-11-02T08:30:00Z') })
const tpp = await sandbox.tpp()
const unknownId = '11111111-2222-4333-8444-555555555555'
const byIdentity = (number: string, more = {}) => single({ 'X-PSU-IDENTITY': number, ...more })

test('a PSU who has never been there logs in and approves in one go, and is known afterwards', async () => {
  const made = await create(tpp, byIdentity(ingrid), transfer(), instant)
  assert.equal(made.transactionStatus, 'RCVD')
  const { parameters } = await approve(tpp, made)
  assert.match(parameters['psu-id'] ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(parameters.context, 'PRIVATE')
  assert.equal(await statusOf(tpp, made), 'ACSC')
})

test('the approval also begins the session', async () => {
  const other = await sandbox.tpp()
  const headers = byIdentity(ingrid)
  const made = await create(other, headers, transfer(), instant)
  const { parameters } = await approve(other, made)
  const { 'X-PSU-IDENTITY': _, 'PSU-Context': __, ...rest } = headers
  const within = { ...rest, 'PSU-ID': parameters['psu-id'] ?? '' }
  const own = transfer({ creditorAccount: nok(iban.ingridSavings) })
  assert.equal((await create(other, within, own)).transactionStatus, 'ACTC')
})

test('without PSU-Context an unknown PSU is asked to log in first', async () => {
  const { 'PSU-Context': _, ...headers } = byIdentity(jonas)
  linkIn(await send(tpp, 'POST', domestic, { headers, body: transfer() }))
})

describe('who the PSU is not told to the TPP', () => {
  test('an account of somebody else, or of nobody, is found out about by the PSU alone', async () => {
    const bodies = [iban.jonas, iban.roastery, iban.elsewhere].map((from) =>
      transfer({ debtorAccount: nok(from), creditorAccount: nok(iban.ingridSavings) }),
    )
    for (const body of bodies) {
      const made = await create(tpp, byIdentity(ingrid), body, instant)
      assert.deepEqual(Object.keys(made), ['paymentId', 'transactionStatus', '_links'])
      const { parameters } = await approve(tpp, made)
      assert.equal(parameters.code, 'FORBIDDEN')
      assert.equal(await statusOf(tpp, made), 'RCVD')
    }
  })

  test('whoever logs in with another number than the one that was told may not approve', async () => {
    const body = transfer({ debtorAccount: nok(iban.jonas), creditorAccount: nok(iban.ingrid) })
    const made = await create(tpp, byIdentity(ingrid), body, instant)
    const { parameters } = await approve(tpp, made, { customerNumber: jonas })
    assert.equal(parameters.code, 'FORBIDDEN')
  })

  test('with a PSU-ID that is not known here, whoever may pay from the account may approve', async () => {
    const headers = single({ 'PSU-ID': unknownId })
    const made = await create(tpp, headers, transfer(), instant)
    const refused = await approve(tpp, made, { customerNumber: jonas })
    assert.equal(refused.parameters.code, 'FORBIDDEN')
    const target = `${instant}/${made.paymentId}/authorisations`
    const again = await send<typeof made>(tpp, 'POST', target)
    await approve(tpp, again.body, { customerNumber: ingrid })
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })

  test('the fee is that of the approval, since none could be told before', async () => {
    const body = {
      instructedAmount: { amount: '12.50', currency: 'EUR' },
      debtorAccount: nok(iban.ingrid),
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      creditorName: 'Buchhandlung am Markt',
      creditorAgent: 'COBADEFFXXX',
      creditorAddress: { townName: 'Köln', country: 'DE' },
    }
    const made = await create(tpp, byIdentity(ingrid), body, sepa)
    assert.equal(made.transactionFeeIndicator, undefined)
    await approve(tpp, made)
    const details = await read(tpp, made._links.self?.href)
    assert.deepEqual(details.transactionFees, { amount: '25.00', currency: 'NOK' })
  })
})

test('a PSU who is known is refused another’s account at once', async () => {
  const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const headers = single({ 'PSU-ID': psu['PSU-ID'] ?? '' })
  const body = transfer({ debtorAccount: nok(iban.roastery) })
  const answer = await send(tpp, 'POST', domestic, { headers, body })
  assertRefused(answer, refusal(403, 'FORBIDDEN', 'body/debtorAccount'))
})

test('for a company, the PSU chooses the agreement on the way', async () => {
  const body = transfer({ debtorAccount: nok(iban.roastery) })
  const headers = byIdentity(ingrid, { 'PSU-Context': 'CORPORATE' })
  const made = await create(tpp, headers, body, instant)
  const { parameters } = await approve(tpp, made, { agreement: roastery })
  assert.equal(parameters.context, 'CORPORATE', JSON.stringify(parameters))
  assert.ok(parameters['psu-corporate-id'])
  assert.equal(await statusOf(tpp, made), 'ACSC')
})

describe('for a company, whoever approves what nobody had registered', () => {
  const rights = { roles: ['VIEW', 'REGISTER', 'APPROVE'], registerLimit: 50_000 }
  const roles = { roles: ['VIEW', 'APPROVE'] }
  const corporate = { 'PSU-Context': 'CORPORATE' }
  const ways: Record<string, (tpp: Tpp, clerk: string) => Promise<Headers>> = {
    'a PSU who is new': async (_, clerk) => byIdentity(clerk, corporate),
    'a PSU with a session who has not said for whom': async (other, clerk) => {
      const {
        'PSU-ID': _,
        'PSU-Corporate-ID': __,
        ...session
      } = await logIn(other, {
        ...{ customerNumber: clerk, agreement: roastery },
      })
      return { ...session, ...corporate, 'X-PSU-IDENTITY': clerk }
    },
    'a known PSU under an unknown agreement': async (other, clerk) => {
      const psu = await logIn(other, { customerNumber: clerk, agreement: roastery })
      return { ...psu, ...corporate, 'PSU-Corporate-ID': unknownId }
    },
  }
  for (const [lacks, engaged] of Object.entries({ 'the right': roles, 'the limit': rights })) {
    for (const [who, headersOf] of Object.entries(ways)) {
      test(`must have ${lacks} to register it: ${who}`, async () => {
        const other = await sandbox.tpp()
        const clerk = await engagedClerk(other, engaged)
        const body = transfer({
          debtorAccount: nok(iban.roastery),
          instructedAmount: { amount: '500.01', currency: 'NOK' },
        })
        const made = await create(other, await headersOf(other, clerk), body, instant)
        const { parameters } = await approve(other, made, { agreement: roastery })
        assert.equal(parameters.code, 'FORBIDDEN', JSON.stringify(parameters))
        assert.equal(await statusOf(other, made), 'RCVD')
      })
    }
  }
})

/** A new customer with these rights on the account of the roastery. */
async function engagedClerk({ client }: Tpp, engaged: object): Promise<string> {
  const { body: clerk } = await client.call<{ customerNumber: string }>(
    'POST',
    '/v1/sandbox/customers',
    { body: { name: 'Kari Nordmann', type: 'PRIVATE' } },
  )
  const { body: known } = await client.call<{ agreements: { id: string; name: string }[] }>(
    'GET',
    '/v1/sandbox/agreements',
  )
  const agreement = known.agreements.find(({ name }) => name === roastery)
  await client.call('POST', `/v1/sandbox/agreements/${agreement?.id}/engagements`, {
    body: { customer: clerk.customerNumber, account: { iban: iban.roastery }, ...engaged },
  })
  return clerk.customerNumber
}

test('a company’s account is not one’s own: in the private context it cannot be paid from', async () => {
  const body = transfer({ debtorAccount: nok(iban.roastery) })
  const made = await create(tpp, byIdentity(ingrid), body, instant)
  assert.equal((await approve(tpp, made)).parameters.code, 'FORBIDDEN')
})
