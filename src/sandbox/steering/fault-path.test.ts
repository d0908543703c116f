import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathMatches } from './fault-path.ts'

const rows: [planned: string, path: string, matches: boolean][] = [
  ['/v1/accounts', '/v1/accounts', true],
  ['/v1/accounts', '/v1/accounts/', false],
  ['/v1/accounts', '/v1/account', false],
  ['/v1/accounts', '/v1/accounts/1', false],
  ['/v1/accounts/*', '/v1/accounts/1', true],
  ['/v1/accounts/*', '/v1/accounts', false],
  ['/v1/accounts/*', '/v1/accounts/1/balances', false],
  ['/v1/accounts/{id}/balances', '/v1/accounts/1/balances', true],
  ['/v1/accounts/{id}/balances', '/v1/accounts/1/transactions', false],
  ['/v1/*/{id}', '/v1/accounts/1', true],
  ['/v1/payments/**', '/v1/payments', true],
  ['/v1/payments/**', '/v1/payments/a/b/c', true],
  ['/v1/payments/**', '/v1/payment', false],
  ['/**', '/v1/anything/at/all', true],
  // Nothing else is special.
  ['/v1/a.c', '/v1/abc', false],
  ['/v1/a+', '/v1/aa', false],
]

for (const [planned, path, matches] of rows) {
  test(`${planned} ${matches ? 'means' : 'does not mean'} ${path}`, () => {
    assert.equal(pathMatches(planned, path), matches)
  })
}
