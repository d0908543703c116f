import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  listCardAccounts,
  readCardAccount,
  readCardBalances,
} from '../../src/wire/card-accounts.ts'
import { listCardTransactions } from '../../src/wire/card-transactions.ts'
import type { Output } from '../../src/wire/operation.ts'
import { consent, customersOf } from '../consented.ts'
import { assertFits } from '../fits.ts'
import { startSandbox } from '../sandbox.ts'

type Cards = Output<typeof listCardAccounts>
type Listed = Output<typeof listCardTransactions>

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const [customerNumber = ''] = (await customersOf(tpp)).people
const psu = await consent(tpp, { customerNumber }, '/v1/card-accounts')
const { cardAccounts } = (await psu.get<Cards>('/v1/card-accounts')).body
const [card] = cardAccounts
const path = `/v1/card-accounts/${card!.resourceId}`
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }

const list = async (query = '') => {
  const { body } = await psu.get<Listed>(`${path}/transactions${query}`)
  assertFits(listCardTransactions, body)
  return body.cardTransactions
}

test('card accounts are listed and read, and every link is answered', async () => {
  assertFits(listCardAccounts, { cardAccounts })
  assert.equal(cardAccounts.length, 1)
  const { body } = await psu.get<Output<typeof readCardAccount>>(path)
  assertFits(readCardAccount, body)
  assert.deepEqual(body.cardAccount, card)
  for (const { href } of Object.values(card!._links)) {
    assert.equal((await psu.get(href.slice(sandbox.publicUrl.length))).status, 200)
  }
  const withBalance = (await psu.get<Cards>('/v1/card-accounts?withBalance=true')).body
  assertFits(listCardAccounts, withBalance)
  assert.equal(withBalance.cardAccounts[0]?.balances?.length, 4)
})

test('balances of a card have their own types', async () => {
  const { body } = await psu.get<Output<typeof readCardBalances>>(`${path}/balances`)
  assertFits(readCardBalances, body)
  assert.equal(body.cardAccount.maskedPan, card!.maskedPan)
  assert.deepEqual(
    body.balances.map(({ balanceType }) => balanceType),
    ['closingBooked', 'interimAvailable', 'nonInvoiced', 'interimBooked'],
  )
})

test('a purchase in another currency is told with both amounts, markup and merchant', async () => {
  const purchase = {
    transactionAmount: { amount: '-348.12', currency: 'NOK' },
    originalAmount: { amount: '29.35', currency: 'EUR' },
    markupFee: { amount: '5.99', currency: 'NOK' },
    markupFeePercentage: '1.75',
    merchantCategoryCode: '5812',
    cardAcceptorId: 'Restaurante El Mirlo',
    cardAcceptorAddress: {
      street: 'Calle Larios',
      postalCode: '29001',
      city: 'Málaga',
      country: 'ES',
    },
  }
  const sandboxPath = `/v1/sandbox/card-accounts/${card!.resourceId}/transactions`
  const entered = await tpp.client.call<{ cardTransactionId: string }[]>('POST', sandboxPath, {
    body: [purchase],
  })
  const { booked = [] } = await list()
  const told = booked.find((each) => each.cardTransactionId === entered.body[0]?.cardTransactionId)!
  assert.deepEqual(told.transactionAmount, purchase.transactionAmount)
  assert.deepEqual(told.originalAmount, { amount: '-29.35', currency: 'EUR' })
  assert.deepEqual(told.markupFee, purchase.markupFee)
  assert.deepEqual(told.cardAcceptorAddress, {
    ...{ streetName: 'Calle Larios', postCode: '29001', townName: 'Málaga', country: 'ES' },
  })
  assert.equal(told.maskedPAN, card!.maskedPan)
})

test('pages go on while purchases arrive, filters apply to pending ones, and nothing is lost', async () => {
  const whole = await list('?bookingStatus=both&limit=1000')
  const ids = ({ booked = [], pending = [] }: Listed['cardTransactions']) =>
    [...pending, ...booked].map(({ cardTransactionId }) => cardTransactionId)
  const seen: string[] = []
  let page = await list('?bookingStatus=both&limit=5')
  for (;;) {
    assert.ok(ids(page).length <= 5)
    seen.push(...ids(page))
    if (!page._links.next) break
    page = await list(new URL(page._links.next.href).search)
  }
  assert.deepEqual(seen, ids(whole))
})

test('an account’s id is no card account’s, and unknown ones are 404 alike', async () => {
  const { body } = await psu.get<{ accounts: { resourceId: string }[] }>('/v1/accounts')
  for (const id of [body.accounts[0]!.resourceId, 'x', '%00']) {
    for (const below of ['', '/balances', '/transactions']) {
      await assert.rejects(psu.get(`/v1/card-accounts/${id}${below}`), unknown)
    }
  }
  await assert.rejects(psu.get(`/v1/accounts/${card!.resourceId}`), unknown)
})
