import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kidCheckCharacter } from '../../kernel/kid.ts'
import {
  draft,
  errors,
  kidAccount,
  read,
  type Short,
  warnings,
} from '../payment-request.fixture.ts'

const array = 'body/remittanceInformationStructuredArray'
const domestic = ['domestic', 'instant'] as const

const referring = (short: Short, ...references: object[]) =>
  read(short, {
    remittanceInformationStructuredArray: references,
    remittanceInformationUnstructured: undefined,
  })

for (const short of domestic) {
  test(`${short} takes a KID by mod 10 and by mod 11, also one that ends in a hyphen`, async () => {
    for (const reference of ['18', '19', '2345676', '6-']) {
      const scor = { reference, referenceType: 'SCOR' }
      assert.deepEqual(errors(await referring(short, scor)), [], reference)
    }
  })

  test(`${short} refuses what is no KID with KID_INVALID`, async () => {
    for (const reference of ['2345677', '1', 'RF18539007547034', '1'.repeat(26), '12-3', '1 8']) {
      assert.deepEqual(
        errors(await referring(short, { reference, referenceType: 'SCOR' })),
        [`KID_INVALID ${array}/0/reference`],
        reference,
      )
    }
  })

  test(`${short} takes a KID or a text, not both`, async () => {
    const both = await read(short, {
      remittanceInformationStructuredArray: [{ reference: '18', referenceType: 'SCOR' }],
      remittanceInformationUnstructured: 'Faktura 18',
    })
    assert.deepEqual(errors(both), ['FORMAT_ERROR body/remittanceInformationUnstructured'])
  })

  test(`${short} needs a KID for a creditor here that demands one`, async () => {
    for (const numbers of [{ bban: kidAccount.bban }, { iban: kidAccount.iban }]) {
      const creditorAccount = { ...numbers, currency: 'NOK' }
      const texted = await read(short, {
        creditorAccount,
        remittanceInformationStructuredArray: undefined,
        remittanceInformationUnstructured: 'Faktura 18',
      })
      assert.deepEqual(errors(texted), [`KID_MISSING ${array}`])
      const silent = await read(short, {
        creditorAccount,
        remittanceInformationStructuredArray: undefined,
        remittanceInformationUnstructured: undefined,
      })
      assert.deepEqual(errors(silent), [`KID_MISSING ${array}`])
      const invoice = { reference: 'F-1', referenceType: 'CINV' }
      const kid = { reference: '18', referenceType: 'SCOR' }
      const asked = (...references: object[]) =>
        read(short, {
          creditorAccount,
          remittanceInformationStructuredArray: references,
          remittanceInformationUnstructured: undefined,
        })
      assert.deepEqual(errors(await asked(invoice)), [`KID_MISSING ${array}`])
      assert.deepEqual(errors(await asked(invoice, kid)), [])
    }
  })
}

test('a reference without a type is the KID', async () => {
  assert.deepEqual(errors(await referring('domestic', { reference: '2345677' })), [
    `KID_INVALID ${array}/0/reference`,
  ])
  const { body } = draft(await referring('domestic', { reference: '2345676' }))
  assert('remittanceInformationStructuredArray' in body)
  assert.deepEqual(body.remittanceInformationStructuredArray, [
    { reference: '2345676', referenceType: 'SCOR' },
  ])
})

test('a payment has one KID; references of other types come along unchecked', async () => {
  const kid = { reference: '18', referenceType: 'SCOR' }
  const invoice = { reference: 'F-1', referenceType: 'CINV', referenceIssuer: 'BITS-EFAKTURA' }
  assert.deepEqual(errors(await referring('domestic', kid, invoice)), [])
  assert.deepEqual(errors(await referring('domestic', kid, invoice, kid)), [
    `KID_INVALID ${array}/2`,
  ])
})

test('a reference that calls itself KID, or SCOR in small letters, is no KID, and says so', async () => {
  const found = [`FORMAT_ERROR ${array}/0/referenceType`]
  for (const referenceType of ['KID', 'kid', 'scor', 'Scor', ' SCOR']) {
    const request = await referring('domestic', { reference: '2345677', referenceType })
    assert.deepEqual([errors(request), warnings(request)], [[], found], referenceType)
  }
  const scor = await referring('domestic', { reference: '2345676', referenceType: 'SCOR' })
  assert.deepEqual([errors(scor), warnings(scor)], [[], []])
})

test('a SEPA payment carries any reference, but not with a text', async () => {
  const reference = { reference: 'RF18539007547034', referenceType: 'SCOR' }
  assert.deepEqual(errors(await referring('sepa', reference)), [])
  const both = await read('sepa', { remittanceInformationStructuredArray: [reference] })
  assert.deepEqual(errors(both), ['FORMAT_ERROR body/remittanceInformationUnstructured'])
})

test('every KID that is made is taken, and with another last character hardly any', async () => {
  const digits = fc.stringMatching(/^\d{1,24}$/)
  const kind = fc.constantFrom('mod10' as const, 'mod11' as const)
  await fc.assert(
    fc.asyncProperty(digits, kind, async (body, by) => {
      const taken = []
      for (const last of '0123456789-') {
        const kid = { reference: body + last, referenceType: 'SCOR' }
        if (errors(await referring('domestic', kid)).length === 0) taken.push(last)
      }
      const expected = [kidCheckCharacter(body, 'mod10'), kidCheckCharacter(body, 'mod11')]
      assert.ok(taken.includes(kidCheckCharacter(body, by)))
      assert.deepEqual(new Set(taken), new Set(expected))
    }),
    { numRuns: 50 },
  )
})
