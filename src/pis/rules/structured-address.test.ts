import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors, read, type Short, warnings } from '../payment-request.fixture.ts'

const inForce = { changes: ['structured-addresses'] }
const iban = { iban: 'DE89370400440532013000', currency: 'EUR' }
const found = (...members: string[]) => members.map((member) => `FORMAT_ERROR body/${member}`)

const bare = {
  creditorAccount: iban,
  creditorName: undefined,
  creditorAgent: undefined,
  creditorAddress: undefined,
}
const parts = [
  'creditorName',
  'creditorAgent',
  'creditorAddress/townName',
  'creditorAddress/country',
]

for (const short of ['sepa', 'crossBorder'] as const) {
  test(`${short}: name, BIC, town and country of the creditor are needed once in force`, async () => {
    const request = await read(short, bare, inForce)
    assert.deepEqual([errors(request), warnings(request)], [found(...parts), []])
    assert.equal(request.draft, undefined)
  })

  test(`${short}: before that their absence is a warning`, async () => {
    const request = await read(short, bare)
    assert.deepEqual([errors(request), warnings(request)], [[], found(...parts)])
    assert.ok(request.draft)
    assert.ok(request.warnings.every(({ category }) => category === 'WARNING'))
  })
}

test('norwegianCrossBorder: the name is needed always, the rest likewise', async () => {
  const { creditorName: _, ...nameless } = bare
  assert.deepEqual(
    errors(await read('norwegianCrossBorder', nameless, inForce)),
    found(...parts.slice(1)),
  )
  assert.deepEqual(warnings(await read('norwegianCrossBorder', nameless)), found(...parts.slice(1)))
})

test('an address without its town lacks the town alone', async () => {
  const creditorAddress = { country: 'DE', postalCode: '50667' }
  const request = await read('sepa', { creditorAddress }, inForce)
  assert.deepEqual(errors(request), found('creditorAddress/townName'))
})

test('a city counts for the town', async () => {
  const request = await read('sepa', { creditorAddress: { country: 'DE', city: 'Köln' } }, inForce)
  assert.deepEqual([errors(request), warnings(request)], [[], found('creditorAddress/city')])
})

test('payments within Norway need no address', async () => {
  for (const short of ['domestic', 'instant'] as const satisfies Short[]) {
    const request = await read(short, {}, inForce)
    assert.deepEqual([errors(request), warnings(request)], [[], []])
  }
})
