import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { paymentStatuses } from '../status.ts'
import { type BasketStatus, basketStatus, type MemberStatus } from './basket-status.ts'

const rows: [payments: MemberStatus[], basket: BasketStatus][] = [
  [['RCVD', 'RCVD'], 'RCVD'],
  [['ACTC', 'ACWC'], 'ACTC'],
  [['ACSC', 'PDNG', 'ACSP', 'ACWP'], 'ACTC'],
  [['RCVD', 'ACTC'], 'PATC'],
  [['RCVD', 'ACSC', 'ACTC'], 'PATC'],
  [['RJCT', 'ACTC', 'RCVD'], 'RJCT'],
  [['ACCP', 'ACSC'], 'RJCT'],
  [[], 'RJCT'],
]

for (const [payments, basket] of rows) {
  test(`a basket of ${payments.join(', ') || 'nothing'} is ${basket}`, () => {
    assert.equal(basketStatus(payments), basket)
  })
}

test('the order of the payments does not matter, nor how many there are of a kind', () => {
  const left = paymentStatuses.filter((status) => status !== 'CANC')
  const statuses = fc.array(fc.constantFrom(...left), { minLength: 1 })
  fc.assert(
    fc.property(statuses, (given) => {
      const status = basketStatus(given)
      assert.equal(basketStatus(given.toReversed()), status)
      assert.equal(basketStatus([...given, ...given]), status)
    }),
  )
})
