import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Output } from '../../src/wire/operation.ts'
import { readUser } from '../../src/wire/user.ts'
import { ask, consent, customersOf, redirectUri } from '../consented.ts'
import { assertFits } from '../fits.ts'
import { startSandbox } from '../sandbox.ts'

type User = Output<typeof readUser>

const sandbox = await startSandbox()
const payer = await sandbox.tpp({ roles: ['PISP'] })
const [customerNumber = ''] = (await customersOf(payer)).people

for (const path of ['/v1/user', '/v1/users']) {
  test(`${path} tells a TPP that only pays who the PSU is, once there is a session`, async () => {
    const psu = await consent(payer, { customerNumber, context: 'PRIVATE' }, path)
    const { body } = await psu.get<User>(path)
    assertFits(readUser, body)
    assert.deepEqual(body, { psuId: psu.psuId, context: 'PRIVATE' })
  })
}

test('no account is granted by it', async () => {
  const tpp = await sandbox.tpp()
  const [number = ''] = (await customersOf(tpp)).people
  const psu = await consent(tpp, { customerNumber: number, context: 'PRIVATE' }, '/v1/user')
  const answer = await ask(tpp, '/v1/accounts', psu.headers)
  assert.equal(answer.status, 401)
})

test('without a session the PSU is asked for', async () => {
  const answer = await ask(payer, '/v1/user', { 'TPP-Redirect-URI': redirectUri })
  assert.equal(answer.status, 401)
})
