import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { listAccounts } from '../../src/wire/accounts.ts'
import { listAgreements } from '../../src/wire/agreements.ts'
import type { Output } from '../../src/wire/operation.ts'
import { ask, consent, customersOf, type Psu, redirectUri, scaLinkIn } from '../consented.ts'
import { assertFits } from '../fits.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

type Agreements = Output<typeof listAgreements>

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()

/** The first person who may act for a company. */
async function actingPerson(
  as: Tpp,
): Promise<{ psu: Psu; customerNumber: string; listed: Agreements }> {
  for (const customerNumber of (await customersOf(as)).people) {
    const psu = await consent(as, { customerNumber, context: 'PRIVATE' })
    const { body } = await psu.get<Agreements>('/v1/agreements')
    if (body.agreements.length > 0) return { psu, customerNumber, listed: body }
  }
  throw new Error('Nobody acts for a company.')
}

const { psu, customerNumber, listed } = await actingPerson(tpp)

test('lists the agreements of a PSU who is known already', () => {
  assertFits(listAgreements, listed)
})

test('the ids are those that the PSU’s own choice at the bank gives, and stay', async () => {
  const { name, psuCorporateId } = listed.agreements[0]!
  const chosen = await consent(tpp, { customerNumber, context: 'CORPORATE', agreement: name })
  assert.equal(chosen.corporateId, psuCorporateId)
  const { accounts } = (await chosen.get<Output<typeof listAccounts>>('/v1/accounts')).body
  assert.ok(accounts.length > 0 && accounts.every(({ usage }) => usage === 'ORGA'))
})

test('another TPP has other ids for the same agreements', async () => {
  const other = await actingPerson(await sandbox.tpp({ name: 'Annen AS' }))
  const ids = listed.agreements.map(({ psuCorporateId }) => psuCorporateId)
  for (const { psuCorporateId } of other.listed.agreements) assert.ok(!ids.includes(psuCorporateId))
})

test('without a known PSU or a valid session the PSU is asked for', async () => {
  const present = { 'TPP-Redirect-URI': redirectUri, 'PSU-IP-Address': '192.0.2.17' }
  for (const headers of [present, { ...psu.headers, ...present, 'TPP-Session-ID': 'another' }]) {
    const answer = await ask(tpp, '/v1/agreements', headers)
    assert.equal(answer.status, 401)
    assert.ok(scaLinkIn(answer.body))
  }
})
