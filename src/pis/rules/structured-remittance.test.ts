import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, errors, read, warnings } from '../payment-request.fixture.ts'

const found = ['FORMAT_ERROR body/remittanceInformationStructured']
const kid = { reference: '2345676', referenceType: 'SCOR' }
const single = (array: object[] | undefined, changes: string[] = [], reference: object = kid) =>
  read(
    'domestic',
    {
      remittanceInformationStructured: reference,
      remittanceInformationStructuredArray: array,
    },
    { changes },
  )

test('a single reference is taken with a warning and given back in the array alone', async () => {
  const request = await single(undefined)
  assert.deepEqual([errors(request), warnings(request)], [[], found])
  const { body } = draft(request)
  assert('remittanceInformationStructuredArray' in body)
  assert.deepEqual(body.remittanceInformationStructuredArray, [kid])
  assert(!('remittanceInformationStructured' in body))
})

test('a single reference is held against the rules of a KID', async () => {
  const wrong = await single(undefined, [], { reference: '2345677' })
  assert.deepEqual(errors(wrong), [
    'KID_INVALID body/remittanceInformationStructuredArray/0/reference',
  ])
  const silent = await single(undefined, [], { reference: 'F-1', referenceType: 'CINV' })
  assert.deepEqual(errors(silent), [])
})

test('a single reference beside the array is refused', async () => {
  assert.deepEqual(errors(await single([kid])), found)
})

test('once structured-remittance-array is accepted, the single one is refused', async () => {
  const request = await single(undefined, ['structured-remittance-array'])
  assert.deepEqual([errors(request), warnings(request)], [found, []])
})
