import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Bank, BankRefusal, FeeOrder } from '../bank/port.ts'
import type { Caller } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import { feeBody, feeQuery } from '../wire/payment-fees.ts'
import { checkFor } from '../wire/validate.ts'
import { createFeeInformation } from './fee-information.ts'
import { names, productOf, type Short } from './payment-request.fixture.ts'

const caller: Caller = {
  ...{ requestId: 'x', tppId: 'PSDNO-FSA-912345678', tppName: 'Fjordbudsjett AS' },
  ...{ roles: ['PISP'], world: 1n, now: Temporal.Instant.from('2026-11-12T11:00:00Z') },
}

/** A bank that knows prices and nothing else: whatever else it were asked, the test would fail. */
function asking(short: Short, refusal?: BankRefusal) {
  const orders: FeeOrder[] = []
  const fee: Bank['fee'] = async (order) => {
    orders.push(order)
    if (refusal) return { ok: false, refusal }
    const currency = 'debtorCurrency' in order ? order.debtorCurrency : 'NOK'
    return { ok: true, value: { minor: order.service === 'domestic' ? 0n : 2_500n, currency } }
  }
  const bank = () => ({ fee }) as Bank
  const storage = undefined as never
  const { read, ask } = createFeeInformation({ storage, bank }, productOf(short))
  const tx = undefined as never
  return {
    orders,
    get: async (query: object) => {
      assert.deepEqual(checkFor(feeQuery, 'query')(query), [])
      return read(caller, { query })
    },
    post: async (body: object) => {
      assert.deepEqual(checkFor(feeBody, 'body')(body), [])
      return ask(caller, { body }, tx)
    },
  }
}

/** The refusal as its code and the paths. */
async function refused(asked: Promise<unknown>): Promise<string[]> {
  const problem = await asked.then(
    () => assert.fail('was answered'),
    (error: unknown) => error,
  )
  assert(problem instanceof Problem)
  return [problem.code, ...problem.findings.map(({ path }) => path)]
}

const nok = { amount: '250.00', currency: 'NOK' }
const iban = { iban: 'NO7099911110012', currency: 'EUR' }

test('every product tells its fee, by query and by body alike', async () => {
  for (const short of Object.keys(names) as Short[]) {
    const currency = productOf(short).currency ?? 'USD'
    const { get, post, orders } = asking(short)
    const answer = await get({ amount: '250.00', currency })
    assert.deepEqual(await post({ amount: { amount: '250.00', currency } }), answer)
    assert.deepEqual(await post({ instructedAmount: { amount: '250.00', currency } }), answer)
    const order = { urgent: false, debtorCurrency: 'NOK', service: productOf(short).price }
    const expected = { ...order, amount: { minor: 25_000n, currency } }
    assert.deepEqual(orders, [expected, expected, expected])
  }
})

test('the indicator says whether it costs anything', async () => {
  assert.deepEqual(await asking('domestic').post({ amount: nok }), {
    transactionFees: { amount: '0.00', currency: 'NOK' },
    transactionFeeIndicator: false,
  })
  assert.deepEqual(await asking('instant').post({ amount: nok, debtorAccount: iban }), {
    transactionFees: { amount: '25.00', currency: 'EUR' },
    transactionFeeIndicator: true,
  })
})

test('the fee is in the currency of the debtor’s account, which is not looked up', async () => {
  const { get, post, orders } = asking('crossBorder')
  await get({ amount: '1', currency: 'USD', debtorAccount: iban.iban, debtorCurrency: 'EUR' })
  await post({ amount: { amount: '1', currency: 'USD' }, debtorAccount: iban })
  for (const order of orders) {
    assert('debtorCurrency' in order)
    assert.equal(order.debtorCurrency, 'EUR')
  }
})

test('the urgent service level is asked for where the product has one', async () => {
  const { post, orders } = asking('crossBorder')
  const urgent = { amount: nok, serviceLevelCode: 'URGP' }
  await post(urgent)
  assert.equal(orders[0]?.urgent, true)
  assert.deepEqual(await refused(asking('instant').post(urgent)), [
    'FORMAT_ERROR',
    'body/serviceLevelCode',
  ])
})

test('a query without amount or currency names what is missing', async () => {
  const missing = 'QUERY_PARAMETER_REQUIRED'
  assert.deepEqual(await refused(asking('crossBorder').get({})), [
    missing,
    'query/amount',
    'query/currency',
  ])
  assert.deepEqual(await refused(asking('instant').get({})), [missing, 'query/amount'])
  assert.ok(await asking('instant').get({ amount: '5' }))
})

test('a body without amount, or with both names of it, is refused', async () => {
  const { post } = asking('instant')
  assert.deepEqual(await refused(post({})), ['FORMAT_ERROR', 'body/amount'])
  assert.deepEqual(await refused(post({ amount: nok, instructedAmount: nok })), [
    'FORMAT_ERROR',
    'body/amount',
  ])
})

test('amount and accounts keep the rules of the product, all findings at once', async () => {
  const wrong = { bban: '12345678901', currency: 'NOK' }
  const body = { debtorAccount: wrong, creditorAccount: iban }
  const amount = { amount: '1.001', currency: 'EUR' }
  const { get, post } = asking('instant')
  assert.deepEqual(await refused(post({ amount, ...body })), [
    'FORMAT_ERROR',
    'body/amount/amount',
    'body/amount/currency',
    'body/debtorAccount/bban',
  ])
  assert.deepEqual(await refused(post({ instructedAmount: amount, ...body })), [
    'FORMAT_ERROR',
    'body/instructedAmount/amount',
    'body/instructedAmount/currency',
    'body/debtorAccount/bban',
  ])
  const query = { ...amount, debtorAccount: wrong.bban, creditorAccount: 'DE89370400440532013000' }
  assert.deepEqual(await refused(get(query)), [
    'FORMAT_ERROR',
    'query/amount',
    'query/currency',
    'query/debtorAccount',
    'query/creditorAccount',
  ])
})

test('what is missing hides nothing else that is wrong', async () => {
  const numbers = { debtorAccount: '12345678901', creditorAccount: 'NO2299992202021' }
  const accounts = ['query/debtorAccount', 'query/creditorAccount']
  const { get } = asking('crossBorder')
  assert.deepEqual(await refused(get(numbers)), [
    ...['QUERY_PARAMETER_REQUIRED', 'query/amount', 'query/currency'],
    ...accounts,
  ])
  assert.deepEqual(await refused(get({ amount: '-1', ...numbers })), [
    ...['QUERY_PARAMETER_REQUIRED', 'query/currency', 'query/amount'],
    ...accounts,
  ])
  assert.deepEqual(await refused(get({ amount: '1.001' })), [
    ...['QUERY_PARAMETER_REQUIRED', 'query/currency'],
  ])
  assert.deepEqual(await refused(get({ currency: 'USD', ...numbers })), [
    ...['QUERY_PARAMETER_REQUIRED', 'query/amount'],
    ...accounts,
  ])
  const { get: getInstant, post } = asking('instant')
  const urgent = { serviceLevelCode: 'URGP' }
  assert.deepEqual(await refused(getInstant({ currency: 'EUR', ...urgent })), [
    ...['QUERY_PARAMETER_REQUIRED', 'query/amount', 'query/currency', 'query/serviceLevelCode'],
  ])
  const creditorAccount = { iban: numbers.creditorAccount, currency: 'NOK' }
  assert.deepEqual(await refused(post({ creditorAccount, ...urgent })), [
    ...['FORMAT_ERROR', 'body/amount', 'body/creditorAccount/iban', 'body/serviceLevelCode'],
  ])
  const twice = { amount: nok, instructedAmount: { amount: '0', currency: 'EUR' } }
  assert.deepEqual(await refused(post({ ...twice, creditorAccount })), [
    ...['FORMAT_ERROR', 'body/amount'],
    ...['body/instructedAmount/amount', 'body/instructedAmount/currency'],
    'body/creditorAccount/iban',
  ])
})

test('a currency that the bank has no rate for is named', async () => {
  const { get, post } = asking('crossBorder', 'currency-not-quoted')
  const amount = { amount: '1', currency: 'USD' }
  assert.deepEqual(await refused(get(amount)), ['FORMAT_ERROR', 'query/currency'])
  assert.deepEqual(await refused(post({ amount })), ['FORMAT_ERROR', 'body/amount/currency'])
  assert.deepEqual(await refused(post({ instructedAmount: amount })), [
    ...['FORMAT_ERROR', 'body/instructedAmount/currency'],
  ])
})

test('any text in the query is answered or refused with a path', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(text, text, text, async (amount, debtorAccount, creditorAccount) => {
      const query = { amount, currency: 'NOK', debtorAccount, creditorAccount }
      const outcome = await asking('crossBorder')
        .get(query)
        .catch((error: unknown) => error)
      if (!(outcome instanceof Error)) return
      assert(outcome instanceof Problem)
      assert.ok(outcome.findings.length > 0)
      for (const { path } of outcome.findings) assert.match(path, /^query\/\w+$/)
    }),
  )
})
