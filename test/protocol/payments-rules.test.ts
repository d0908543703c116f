import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ingrid, moveClock } from '../headless-psu.ts'
import {
  bulk,
  type Created,
  domestic,
  iban,
  instant,
  logIn,
  nok,
  read,
  send,
  sepa,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** The rules of payments as a TPP meets them, before and after structured addresses are the rule. */

const sandbox = await startSandbox({ clock: manualClock('2026-08-11T09:00:00Z') })
const tpp = await sandbox.tpp()
let headers = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })

const post = (body: unknown, path = domestic, more: Record<string, string> = {}) =>
  send<Created>(tpp, 'POST', path, { headers: { ...headers, ...more }, body })
const refused = { status: 400, code: 'FORMAT_ERROR' }

const scor = (reference: string) => ({
  remittanceInformationUnstructured: undefined,
  remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }],
})

const toGermany = (changes: object = {}) =>
  transfer({
    instructedAmount: { amount: '85.2', currency: 'EUR' },
    creditorAccount: { iban: 'DE89 3704 0044 0532 0130 00', currency: 'EUR' },
    creditorName: 'Lindenhof Verlag GmbH',
    creditorAgent: 'COBADEFFXXX',
    creditorAddress: { townName: 'Köln', country: 'DE' },
    ...changes,
  })

const told = ({ tppMessages = [] }: Created) =>
  tppMessages.map(({ category, code, path }) => `${category} ${code} ${path}`)

describe('refusals', () => {
  test('a wrong KID is 400 KID_INVALID, not 401', async () => {
    const messages = ['KID_INVALID body/remittanceInformationStructuredArray/0/reference']
    assertRefused(await post(transfer(scor('2345677'))), {
      ...{ status: 400, code: 'KID_INVALID', messages },
    })
  })

  test('a creditor here that demands a KID gets none: 400 KID_MISSING', async () => {
    const account = { customerNumber: ingrid, kidRequired: true }
    const made = await tpp.client.call<{ iban: string }>('POST', '/v1/sandbox/accounts', {
      body: account,
    })
    const messages = ['KID_MISSING body/remittanceInformationStructuredArray']
    const creditorAccount = nok(made.body.iban)
    for (const path of [domestic, instant]) {
      assertRefused(await post(transfer({ creditorAccount }), path), {
        ...{ status: 400, code: 'KID_MISSING', messages },
      })
    }
    assert.equal((await post(transfer({ creditorAccount, ...scor('18') }))).status, 201)
  })

  test('a creditor’s account here that is in another currency than is said', async () => {
    const messages = ['FORMAT_ERROR body/creditorAccount/currency']
    const misnamed = { creditorAccount: { iban: iban.jonas, currency: 'EUR' } }
    for (const path of [domestic, instant]) {
      assertRefused(await post(transfer(misnamed), path), { ...refused, messages })
    }
    assertRefused(await post(toGermany({ creditorAccount: nok(iban.jonasEuro) }), sepa), {
      ...{ ...refused, messages },
    })
  })

  test('an execution date in the past is 400 EXECUTION_DATE_INVALID', async () => {
    assertRefused(await post(transfer({ requestedExecutionDate: '2026-08-10' })), {
      status: 400,
      code: 'EXECUTION_DATE_INVALID',
      messages: ['EXECUTION_DATE_INVALID body/requestedExecutionDate'],
    })
  })

  test('everything that is wrong is told at once, under the code of the first', async () => {
    const wrong = {
      instructedAmount: { amount: '1.005', currency: 'EUR' },
      creditorAccount: nok('NO2299992202021'),
      requestedExecutionDate: '2030-01-01',
      ...scor('17'),
    }
    assertRefused(await post(transfer(wrong)), {
      ...refused,
      messages: [
        'FORMAT_ERROR body/instructedAmount/amount',
        'FORMAT_ERROR body/instructedAmount/currency',
        'FORMAT_ERROR body/creditorAccount/iban',
        'KID_INVALID body/remittanceInformationStructuredArray/0/reference',
        'EXECUTION_DATE_INVALID body/requestedExecutionDate',
      ],
    })
  })

  test('a finding in a bulk payment names the part', async () => {
    const { debtorAccount, ...part } = transfer()
    const payments = [part, { ...part, creditorAccount: { bban: '1', currency: 'NOK' } }]
    assertRefused(await post({ debtorAccount, payments }, bulk), {
      ...refused,
      messages: ['FORMAT_ERROR body/payments/1/creditorAccount/bban'],
    })
  })

  test('the same payment in other words is a logical duplicate', async () => {
    const body = transfer({ creditorAccount: nok('NO42 9991 1110 128') })
    assert.equal((await post(body)).status, 201)
    const again = {
      ...body,
      creditorAccount: { bban: '9991.11.10128', currency: 'NOK' },
      instructedAmount: { amount: '100', currency: 'NOK' },
    }
    assertRefused(await post(again), { status: 409, code: 'CONFLICT', messages: ['CONFLICT'] })
  })
})

test('an account abroad with the number of the PSU’s own still needs approval', async () => {
  const own = { bban: iban.ingridSavings.slice(4), currency: 'USD' }
  const abroad = transfer({
    instructedAmount: { amount: '10.00', currency: 'USD' },
    creditorAccount: own,
    creditorAgent: 'CHASUS33',
    creditorAddress: { townName: 'Portland', country: 'US' },
  })
  const { body } = await post(abroad, '/v1/payments/cross-border-credit-transfers')
  assert.equal(body.transactionStatus, 'RCVD')
})

describe('fee information', () => {
  const ask = (name: string, body: object) =>
    send(tpp, 'POST', `/v1/payments/${name}/fee-information`, { body })
  const get = (name: string, query: string) =>
    send(tpp, 'GET', `/v1/payments/${name}/fee-information?${query}`)
  const alias = 'instant-norwegian-domestic-credit-transfers-straks'

  test('is told by query and by body, under the alias too', async () => {
    const amount = { amount: '250.00', currency: 'NOK' }
    const fee = { amount: '0.00', currency: 'NOK' }
    const free = { transactionFees: fee, transactionFeeIndicator: false }
    for (const name of [alias, 'instant-norwegian-credit-transfers-straks']) {
      assert.deepEqual((await get(name, 'amount=250.00')).body, free)
      assert.deepEqual((await ask(name, { amount })).body, free)
    }
    const euros = await get('sepa-credit-transfers', 'amount=250.00&currency=EUR')
    assert.deepEqual(euros.body, {
      transactionFees: { amount: '25.00', currency: 'NOK' },
      transactionFeeIndicator: true,
    })
  })

  test('is the same for an account that is here and one that is not', async () => {
    const amount = { amount: '250.00', currency: 'EUR' }
    const answers = await Promise.all(
      [iban.ingrid, iban.jonas, iban.elsewhere].map((number) =>
        ask('cross-border-credit-transfers', { amount, debtorAccount: nok(number) }),
      ),
    )
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      assert.deepEqual(body, answers[0]?.body)
    }
  })

  test('is what the created payment says', async () => {
    const { body } = await post(toGermany(), sepa)
    const { amount, currency } = body.transactionFees ?? {}
    assert.deepEqual((await get('sepa-credit-transfers', 'amount=85.2&currency=EUR')).body, {
      transactionFees: { amount, currency },
      transactionFeeIndicator: true,
    })
  })

  test('without an amount names what is missing', async () => {
    assertRefused(await get('cross-border-credit-transfers', 'debtorCurrency=NOK'), {
      status: 400,
      code: 'QUERY_PARAMETER_REQUIRED',
      messages: [
        'QUERY_PARAMETER_REQUIRED query/amount',
        'QUERY_PARAMETER_REQUIRED query/currency',
      ],
    })
  })
})

describe('announced changes', () => {
  const bare = () => toGermany({ creditorAgent: undefined, creditorAddress: undefined })
  const missing = ['creditorAgent', 'creditorAddress/townName', 'creditorAddress/country']

  test('before the day, a missing part of the address is a warning', async () => {
    const { status, body } = await post(bare(), sepa)
    assert.equal(status, 201)
    assert.deepEqual(
      told(body),
      missing.map((member) => `WARNING FORMAT_ERROR body/${member}`),
    )
  })

  test('whoever accepts the change early is held to it', async () => {
    const accepting = { 'x-accept-fix': 'amount-as-string, structured-addresses' }
    assertRefused(await post(bare(), sepa, accepting), {
      ...refused,
      messages: missing.map((member) => `FORMAT_ERROR body/${member}`),
    })
  })

  test('from the day on by the world’s clock it is refused', async () => {
    await moveClock(tpp, 'P2D')
    headers = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
    assertRefused(await post(bare(), sepa), {
      ...refused,
      messages: missing.map((member) => `FORMAT_ERROR body/${member}`),
    })
  })

  test('city and the single reference are taken with a warning and never given back', async () => {
    const old = toGermany({
      creditorAddress: { city: 'Köln', country: 'DE' },
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: { reference: 'RF18539007547034' },
    })
    const { body } = await post(old, sepa)
    assert.deepEqual(told(body), [
      'WARNING FORMAT_ERROR body/remittanceInformationStructured',
      'WARNING FORMAT_ERROR body/creditorAddress/city',
    ])
    const details = await read(tpp, body._links.self?.href)
    assert.deepEqual(details.creditorAddress, { townName: 'Köln', country: 'DE' })
    assert.ok(!('remittanceInformationStructured' in details))
    assert.deepEqual(details.remittanceInformationStructuredArray, [
      { reference: 'RF18539007547034', referenceType: 'SCOR' },
    ])
    assert.deepEqual(details.creditorAccount, { iban: 'DE89370400440532013000', currency: 'EUR' })
    assert.deepEqual(details.instructedAmount, { amount: '85.20', currency: 'EUR' })
  })
})
