import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { draft, read, type Short } from './payment-request.fixture.ts'

const base = {
  instructedAmount: { amount: '10.00', currency: 'NOK' },
  creditorAccount: { bban: '99992202021', currency: 'NOK' },
  remittanceInformationStructuredArray: undefined,
  remittanceInformationUnstructured: 'Husleie',
}
const likeness = async (changed: object = {}, short: Short = 'domestic') =>
  draft(await read(short, { ...base, ...changed })).likeness

test('the same payment written another way, or for another day, is alike', async () => {
  const one = await likeness()
  const others = [
    { instructedAmount: { amount: '10', currency: 'NOK' } },
    { creditorAccount: { iban: 'NO21 9999 2202 021', currency: 'NOK' } },
    { debtorAccount: { iban: 'NO7099911110012', currency: 'NOK' } },
    { requestedExecutionDate: '2026-11-12' },
    { requestedExecutionDate: '2026-11-13' },
    { endToEndIdentification: 'another' },
    { creditorName: 'Solbakken' },
  ]
  for (const other of others) assert.equal(await likeness(other), one, JSON.stringify(other))
  assert.equal(await likeness({}, 'instant'), one)
})

test('another debtor, creditor, amount or reference is another payment', async () => {
  const others = [
    {},
    { debtorAccount: { bban: '12345678903', currency: 'NOK' } },
    { creditorAccount: { bban: '12345678903', currency: 'NOK' } },
    { instructedAmount: { amount: '10.01', currency: 'NOK' } },
    { remittanceInformationUnstructured: 'Husleie mars' },
    { remittanceInformationUnstructured: undefined },
    {
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructuredArray: [{ reference: '18' }],
    },
  ]
  const all = await Promise.all(others.map((other) => likeness(other)))
  assert.equal(new Set(all).size, others.length)
})

test('the same account number at two banks abroad is two creditors', async () => {
  const to = async (creditorAgent: string) =>
    draft(await read('crossBorder', { creditorAgent })).likeness
  assert.notEqual(await to('CHASUS33'), await to('BOFAUS3N'))
  assert.equal(await to('CHASUS33'), await to('CHASUS33XXX'))
})

test('a bulk payment is alike in any order of its parts, and unlike with another part', async () => {
  const part = (minor: number) => ({
    instructedAmount: { amount: `${minor}.00`, currency: 'NOK' },
    creditorAccount: { bban: '99992202021', currency: 'NOK' },
    creditorName: 'Solbakken',
  })
  const bulk = async (amounts: readonly number[]) => {
    const request = await read(
      'domestic',
      { payments: amounts.map(part) },
      { service: 'bulk-payments' },
    )
    return draft(request).likeness
  }
  const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  const sorted = (list: readonly number[]) => JSON.stringify([...list].sort())
  await fc.assert(
    fc.asyncProperty(amounts, amounts, async (one, other) => {
      assert.equal((await bulk(one)) === (await bulk(other)), sorted(one) === sorted(other))
      assert.equal(await bulk(one), await bulk([...one].reverse()))
    }),
  )
})

test('a series differs from another one and from the single payment', async () => {
  const series = async (changed: object) => {
    const days = { startDate: '2026-11-12', frequency: 'Weekly', dayOfExecution: undefined }
    const request = await read(
      'domestic',
      { ...base, ...days, ...changed },
      { service: 'periodic-payments' },
    )
    return draft(request).likeness
  }
  const all = [
    await series({}),
    await series({ endDate: '2027-11-12' }),
    await series({ frequency: 'Monthly' }),
    await series({ startDate: '2026-11-13' }),
    await likeness(),
  ]
  assert.equal(new Set(all).size, all.length)
  assert.equal(await series({}), await series({ executionRule: 'following' }))
})
