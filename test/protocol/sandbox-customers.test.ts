import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNationalIdentity } from '../../src/kernel/national-identity.ts'
import { parseOrganisationNumber } from '../../src/kernel/organisation-number.ts'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox()
const { client } = await sandbox.tpp()

interface Customer {
  customerNumber: string
  name: string
  type: string
  organisationNumber?: string
}

interface Agreement {
  id: string
  owner: string
  engagements: Engagement[]
}

interface Engagement {
  id: string
  customer: string
  account: { iban: string }
  roles: string[]
  registerLimit?: number
}

const create = async (body: object) =>
  (await client.call<Customer>('POST', '/v1/sandbox/customers', { body })).body

test('a private customer gets a synthetic number when none is given', async () => {
  const { customerNumber, ...rest } = await create({ name: 'Åse Lervik', type: 'PRIVATE' })
  assert.deepEqual(rest, { name: 'Åse Lervik', type: 'PRIVATE' })
  const identity = parseNationalIdentity(customerNumber)
  assert.ok(identity.ok && identity.value.synthetic)
  const read = await client.call('GET', `/v1/sandbox/customers/${customerNumber}`)
  assert.deepEqual(read.body, { customerNumber, ...rest })
})

test('a company is known by its organisation number', async () => {
  const { customerNumber, organisationNumber } = await create({
    name: 'Lerviken Bruk AS',
    type: 'CORPORATE',
  })
  assert.equal(customerNumber, organisationNumber)
  assert.ok(parseOrganisationNumber(customerNumber).ok)
})

test('a customer keeps the number it is given, and nobody else gets it', async () => {
  const body = { customerNumber: '13039319955', name: 'Ola Prøve', type: 'PRIVATE' }
  assert.equal((await create(body)).customerNumber, '13039319955')
  await assert.rejects(create({ ...body, name: 'En Annen' }), { status: 409, code: 'CONFLICT' })
})

const refusals: [why: string, body: object][] = [
  ['a wrong check digit', { customerNumber: '13039319954', name: 'Ola', type: 'PRIVATE' }],
  ['too few digits', { customerNumber: '1303931995', name: 'Ola', type: 'PRIVATE' }],
  ['a birthday to come', { customerNumber: '31923999767', name: 'Ola', type: 'PRIVATE' }],
  [
    'a person with an organisation',
    { organisationNumber: '300094228', name: 'O', type: 'PRIVATE' },
  ],
  [
    'a wrong organisation number',
    { organisationNumber: '300094229', name: 'O', type: 'CORPORATE' },
  ],
  ['no name', { type: 'PRIVATE' }],
  ['an empty name', { name: '', type: 'PRIVATE' }],
  ['a name of blanks', { name: ' \u00a0', type: 'PRIVATE' }],
  ['another type', { name: 'Ola', type: 'ANIMAL' }],
  ['an unknown member', { name: 'Ola', type: 'PRIVATE', age: 40 }],
  ['an emoji', { name: 'Ola 🙂', type: 'PRIVATE' }],
]

for (const [why, body] of refusals) {
  test(`refuses a customer with ${why}`, async () => {
    await assert.rejects(create(body), { status: 400, code: 'FORMAT_ERROR' })
  })
}

test('an unknown customer is 404', async () => {
  for (const number of ['01010112345', 'x', '%00', 'a'.repeat(14)]) {
    const read = client.call('GET', `/v1/sandbox/customers/${number}`)
    await assert.rejects(read, { status: 404, code: 'RESOURCE_UNKNOWN' })
  }
})

test('a person is engaged under a new agreement of a company', async () => {
  const company = await create({ name: 'Fjellstua Drift AS', type: 'CORPORATE' })
  const person = await create({ name: 'Siv Tangnes', type: 'PRIVATE' })
  const made = await client.call<{ iban: string }>('POST', '/v1/sandbox/accounts', {
    body: { customerNumber: company.customerNumber, name: 'Driftskonto' },
  })
  const { iban } = made.body
  const agreement = await client.call<Agreement>('POST', '/v1/sandbox/agreements', {
    body: { owner: company.customerNumber, name: 'Nettbank' },
  })
  assert.equal(agreement.status, 201)
  const path = `/v1/sandbox/agreements/${agreement.body.id}/engagements`
  const body = {
    ...{ customer: person.customerNumber, account: { iban } },
    ...{ roles: ['REGISTER', 'VIEW'], registerLimit: 100_000 },
  }
  const engaged = (await client.call<Engagement>('POST', path, { body })).body
  const { id, ...told } = engaged
  assert.deepEqual({ ...told, roles: told.roles.toSorted() }, body)
  assert.deepEqual((await client.call('GET', `${path}/${id}`)).body, engaged)
  assert.deepEqual((await client.call('GET', path)).body, { engagements: [engaged] })
  const { agreements } = (
    await client.call<{ agreements: Agreement[] }>('GET', '/v1/sandbox/agreements')
  ).body
  const listed = agreements.find(({ id: each }) => each === agreement.body.id)
  assert.deepEqual(listed?.engagements, [engaged])
})

test('an engagement is refused for what does not belong together', async () => {
  const { agreements } = (
    await client.call<{ agreements: Agreement[] }>('GET', '/v1/sandbox/agreements')
  ).body
  const agreement = agreements.find(({ engagements }) => engagements.length === 3)!
  const [known] = agreement.engagements
  const path = `/v1/sandbox/agreements/${agreement.id}/engagements`
  const { customer, account } = known!
  const good = { customer, account, roles: ['VIEW'] }
  const wrong = [
    { ...good, customer: '01010112345' },
    { ...good, customer: agreement.owner },
    { ...good, account: { iban: 'NO7099911110012' } },
    { ...good, account: { iban: 'NO7099911110013' } },
    { ...good, account: { iban: 'NO8330001234567' } },
    { ...good, roles: ['REGISTER'] },
    { ...good, roles: [] },
    { ...good, roles: ['VIEW', 'VIEW'] },
    { ...good, registerLimit: -1 },
    { ...good, registerLimit: 0.5 },
  ]
  for (const body of wrong) {
    const refused = client.call('POST', path, { body })
    await assert.rejects(refused, { status: 400, code: 'FORMAT_ERROR' }, JSON.stringify(body))
  }
  const nowhere = client.call('POST', path.replace(agreement.id, 'x'), { body: good })
  await assert.rejects(nowhere, { status: 404, code: 'RESOURCE_UNKNOWN' })
})

test('a private customer makes no agreement', async () => {
  const person = await create({ name: 'Siv Tangnes', type: 'PRIVATE' })
  const body = { owner: person.customerNumber, name: 'Nettbank' }
  const refused = client.call('POST', '/v1/sandbox/agreements', { body })
  await assert.rejects(refused, { status: 400, code: 'FORMAT_ERROR' })
})
