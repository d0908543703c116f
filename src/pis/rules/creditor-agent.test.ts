import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors, read } from '../payment-request.fixture.ts'

const found = ['FORMAT_ERROR body/creditorAgent']
const german = { iban: 'DE89370400440532013000', currency: 'EUR' }
const american = { bban: '000123456789', currency: 'USD' }

test('the creditor’s agent is a BIC of 8 or 11 characters in a country that there is', async () => {
  const table: [string, string[]][] = [
    ['DNBANOKK', []],
    ['DNBANOKKXXX', []],
    ['NCBVXKPR', []],
    ['DNBANOK', found],
    ['dnbanokk', found],
    ['DNBAQQKK', found],
    ['DNBANOKKXX', found],
    ['AAA100', found],
    ['', found],
  ]
  for (const [creditorAgent, expected] of table) {
    for (const short of ['sepa', 'crossBorder', 'norwegianCrossBorder'] as const) {
      assert.deepEqual(errors(await read(short, { creditorAgent })), expected, creditorAgent)
    }
  }
})

test('a creditor with an account number only needs it, one with an IBAN does not', async () => {
  for (const short of ['crossBorder', 'norwegianCrossBorder'] as const) {
    const without = (creditorAccount: object) =>
      read(short, { creditorAccount, creditorAgent: undefined })
    assert.deepEqual(errors(await without(american)), found)
    assert.deepEqual(errors(await without(german)), [])
  }
})

test('its absence is told once, also when every creditor needs it', async () => {
  const without = { creditorAccount: american, creditorAgent: undefined }
  for (const short of ['crossBorder', 'norwegianCrossBorder'] as const) {
    for (const changes of [[], ['structured-addresses']]) {
      assert.deepEqual(errors(await read(short, without, { changes })), found)
    }
  }
})

test('a payment in Norway goes to no bank abroad', async () => {
  for (const short of ['domestic', 'instant'] as const) {
    assert.deepEqual(errors(await read(short, { creditorAgent: 'CHASUS33' })), found)
    assert.deepEqual(errors(await read(short, { creditorAgent: 'DNBANOKK' })), [])
  }
})
