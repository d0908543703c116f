import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { composeIBAN, getCountrySpecifications } from 'ibantools'
import { bbanFrom } from '../../kernel/bban.ts'
import { formatIban, ibanOf, parseIban } from '../../kernel/iban.ts'
import { isAbroad, isSameAccount } from '../account-numbers.ts'
import { draft, errors, read, type Short } from '../payment-request.fixture.ts'
import { isInSepaArea } from './sepa-area.ts'

type Numbers = { iban?: string; bban?: string }
const creditor = (short: Short, numbers: Numbers) =>
  read(short, { creditorAccount: { ...numbers, currency: 'NOK' } })
const debtor = (short: Short, numbers: Numbers) =>
  read(short, { debtorAccount: { ...numbers, currency: 'NOK' } })

const good = { iban: 'NO2199992202021', bban: '99992202021' }
const german = 'DE89370400440532013000'
const french = 'FR1420041010050500013M02606'
const at = (path: string) => [`FORMAT_ERROR body/${path}`]

/** Which numbers of a creditor each product takes; otherwise the path of the finding. */
const table: [Short, Numbers, string[]][] = [
  ['domestic', { bban: good.bban }, []],
  ['domestic', { iban: good.iban }, []],
  ['domestic', good, []],
  ['domestic', { iban: 'no21 9999 2202 021' }, []],
  ['domestic', { bban: '9999.22.02021' }, []],
  ['domestic', { bban: '9999 22 02021' }, []],
  ['domestic', {}, at('creditorAccount')],
  ['domestic', { bban: '99992202022' }, at('creditorAccount/bban')],
  ['domestic', { bban: '9999220202' }, at('creditorAccount/bban')],
  ['domestic', { iban: 'NO2299992202021' }, at('creditorAccount/iban')],
  ['domestic', { iban: german }, at('creditorAccount/iban')],
  ['domestic', { ...good, bban: '12345678903' }, at('creditorAccount/bban')],
  ['instant', { bban: good.bban }, []],
  ['instant', { iban: german }, at('creditorAccount/iban')],
  ['sepa', { iban: german }, []],
  ['sepa', { iban: good.iban }, []],
  ['sepa', { bban: good.bban }, at('creditorAccount/iban')],
  ['sepa', {}, at('creditorAccount/iban')],
  ['sepa', { iban: `${german}0` }, at('creditorAccount/iban')],
  ['sepa', { iban: 'US89370400440532013000' }, at('creditorAccount/iban')],
  ['sepa', { iban: 'RS35260005601001611379' }, []],
  ['sepa', { iban: 'GI75NWBK000000007099453' }, []],
  ['sepa', { iban: 'TR330006100519786457841326' }, at('creditorAccount/iban')],
  ['crossBorder', { iban: 'TR330006100519786457841326' }, []],
  ['crossBorder', { iban: german }, []],
  ['crossBorder', { bban: '000 123 456-789' }, at('creditorAccount/bban')],
  ['crossBorder', { bban: '000 123 456 789' }, []],
  ['crossBorder', { bban: '' }, at('creditorAccount/bban')],
  ['crossBorder', {}, at('creditorAccount')],
  ['crossBorder', { iban: german, bban: '370400440532013000' }, []],
  ['crossBorder', { iban: german, bban: '370400440532013001' }, at('creditorAccount/bban')],
  ['norwegianCrossBorder', { bban: 'A1' }, []],
  ['norwegianCrossBorder', { iban: 'DE88370400440532013000' }, at('creditorAccount/iban')],
]

for (const [short, numbers, found] of table) {
  const verdict = found.length === 0 ? 'taken' : 'refused'
  test(`a creditor ${JSON.stringify(numbers)} is ${verdict} by ${short}`, async () => {
    assert.deepEqual(errors(await creditor(short, numbers)), found)
  })
}

test('SEPA takes IBANs of 41 countries and Gibraltar, and says that all others are outside', async () => {
  const specifications = Object.entries(getCountrySpecifications())
  const inside = specifications.map(([country]) => country).filter(isInSepaArea)
  assert.equal(inside.length, 42)
  const anyIban = fc
    .constantFrom(...specifications.filter(([, { bban_regexp }]) => bban_regexp))
    .chain(([countryCode, { bban_regexp }]) =>
      fc
        .stringMatching(new RegExp(bban_regexp ?? ''))
        .map((bban) => composeIBAN({ countryCode, bban }) ?? ''),
    )
    .filter((iban) => parseIban(iban).ok)
  await fc.assert(
    fc.asyncProperty(anyIban, async (iban) => {
      const expected = inside.includes(iban.slice(0, 2)) ? [] : at('creditorAccount/iban')
      assert.deepEqual(errors(await creditor('sepa', { iban })), expected)
      assert.deepEqual(errors(await creditor('crossBorder', { iban })), [])
    }),
  )
})

test('the debtor’s account is a Norwegian one, and by its IBAN for SEPA', async () => {
  for (const short of ['domestic', 'instant', 'crossBorder', 'norwegianCrossBorder'] as const) {
    assert.deepEqual(errors(await debtor(short, { bban: '99911110012' })), [])
    assert.deepEqual(errors(await debtor(short, { iban: french })), at('debtorAccount/iban'))
  }
  assert.deepEqual(errors(await debtor('sepa', { bban: '99911110012' })), at('debtorAccount/iban'))
})

test('both accounts are checked, and both findings told', async () => {
  const wrong = {
    debtorAccount: { bban: '1', currency: 'NOK' },
    creditorAccount: { bban: '2', currency: 'NOK' },
  }
  assert.deepEqual(errors(await read('domestic', wrong)), [
    ...at('debtorAccount/bban'),
    ...at('creditorAccount/bban'),
  ])
})

test('nobody pays into the account that they pay from, however it is written', async () => {
  const own = { iban: 'NO70 9991 1110 012', currency: 'NOK' }
  assert.deepEqual(errors(await read('domestic', { creditorAccount: own })), at('creditorAccount'))
})

test('the same digits at a bank abroad are another account', async () => {
  const digits = { bban: '99911110012', currency: 'USD' }
  const abroad = await read('crossBorder', { creditorAccount: digits, creditorAgent: 'CHASUS33' })
  assert.deepEqual(errors(abroad), [])
  const { body } = draft(abroad)
  assert('creditorAccount' in body && isAbroad(body))
  const home = await read('crossBorder', { creditorAccount: digits, creditorAgent: 'DNBANOKK' })
  assert.deepEqual(errors(home), at('creditorAccount'))
})

const bban = fc
  .stringMatching(/^[1-9]\d{9}$/)
  .map(bbanFrom)
  .filter((number) => number !== undefined)

test('an account is given back without spaces and is the same one by either number', async () => {
  await fc.assert(
    fc.asyncProperty(bban, async (number) => {
      const iban = ibanOf(number)
      assert.ok(isSameAccount({ bban: number }, { iban }))
      if (number === '99911110012') return
      const { body } = draft(await creditor('domestic', { iban: formatIban(iban) }))
      assert('creditorAccount' in body)
      assert.deepEqual(body.creditorAccount, { iban, currency: 'NOK' })
    }),
  )
})

test('two different numbers are never the same account', () => {
  fc.assert(
    fc.property(bban, bban, (one, other) => {
      assert.equal(isSameAccount({ bban: one }, { iban: ibanOf(other) }), one === other)
    }),
  )
})

test('any text for the numbers is taken or refused with a path, and never fails', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const shorts = fc.constantFrom<Short>('domestic', 'sepa', 'crossBorder')
  await fc.assert(
    fc.asyncProperty(shorts, text, text, async (short, iban, other) => {
      for (const found of errors(await creditor(short, { iban, bban: other }))) {
        assert.match(found, /^FORMAT_ERROR body\/creditorAccount(\/[ib]ban)?$/)
      }
    }),
  )
})
