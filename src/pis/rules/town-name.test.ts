import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, errors, read, warnings } from '../payment-request.fixture.ts'

const found = ['FORMAT_ERROR body/creditorAddress/city']
const addressed = (creditorAddress: object, changes: string[] = []) =>
  read('sepa', { creditorAddress: { country: 'DE', ...creditorAddress } }, { changes })

test('city is taken for townName with a warning, and given back as townName alone', async () => {
  for (const address of [{ city: 'Köln' }, { city: 'Köln', townName: 'Köln' }]) {
    const request = await addressed(address)
    assert.deepEqual([errors(request), warnings(request)], [[], found])
    const { body } = draft(request)
    assert('creditorAddress' in body)
    assert.deepEqual(body.creditorAddress, { country: 'DE', townName: 'Köln' })
  }
})

test('city and townName that differ are refused', async () => {
  const request = await addressed({ city: 'Bonn', townName: 'Köln' })
  assert.deepEqual([errors(request), warnings(request)], [found, []])
})

test('once town-name is in force, or accepted early, city is refused', async () => {
  const request = await addressed({ city: 'Köln', townName: 'Köln' }, ['town-name'])
  assert.deepEqual([errors(request), warnings(request)], [found, []])
})

test('townName alone is fine', async () => {
  const request = await addressed({ townName: 'Köln' }, ['town-name'])
  assert.deepEqual([errors(request), warnings(request)], [[], []])
})
