import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { composeIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools'
import { bbanFrom } from './bban.ts'
import { bbanOf, formatIban, ibanOf, parseIban } from './iban.ts'

/** One commonly published example for each of the 89 countries with an IBAN of their own. */
const examplesByCountry = `
  AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 AZ21NABZ00000000137010001944
  BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BI4210000100010000332045181
  BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600
  CZ6508000000192000145399 DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243 DO28BAGR00000001212453611324
  EE382200221020145685 EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FK88SC123456789012
  FO6264600001631634 FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453
  GL8964710001000206 GR1601101250000000012300695 GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160
  HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 IQ98NBIQ850123456789012 IS140159260076545510730339
  IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100 LB62099900000001001901229114
  LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000 LU280019400644750000 LV80BANK0000435195001
  LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984
  MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124
  NL91ABNA0417164300 NO9386011117947 OM810180000001299123456 PK36SCBL0000001123456702 PL61109010140000071219812874
  PS92PALS000000000400123456702 PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379
  RU0304452522540817810538091310419 SA0380000000608010167519 SC18SSCB11010000000000001497USD SD8811123456789012 SE4550000000058398257466
  SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100 SO211000001001000100141 ST23000100010051845310146
  SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326 UA213223130000026007233566001
  VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906 YE15CBYE0001018861234567891234
`
  .trim()
  .split(/\s+/)

/** ibantools also computes national check digits for these, which is none of our business. */
const checkedFurther = [
  'BA',
  'BE',
  'CZ',
  'EE',
  'ES',
  'FR',
  'HR',
  'HU',
  'MC',
  'ME',
  'MK',
  'NO',
  'PL',
].concat(['PT', 'RS', 'SI', 'SK'])

const bban = fc
  .bigInt({ min: 10_000_000n, max: 9_999_999_999n })
  .map((value) => bbanFrom(String(value).padStart(10, '0')))
  .filter((number) => number !== undefined && !number.startsWith('0000'))
  .map(String)

test('takes an example of every country, also in groups of four and in small letters', () => {
  assert.equal(examplesByCountry.length, 89)
  for (const iban of examplesByCountry) {
    assert.deepEqual(parseIban(iban), { ok: true, value: iban })
    assert.deepEqual(parseIban(formatIban(iban)), { ok: true, value: iban })
    assert.deepEqual(parseIban(iban.toLowerCase()), { ok: true, value: iban })
  }
})

test('finds every single wrong character of the same kind, and every swap of digits', () => {
  for (const iban of examplesByCountry) {
    for (let place = 0; place < iban.length; place += 1) {
      for (const wrong of sameKind(iban[place]!)) {
        assert.ok(!parseIban(iban.slice(0, place) + wrong + iban.slice(place + 1)).ok)
      }
      const pair = iban.slice(place, place + 2)
      if (!/^\d\d$/.test(pair) || pair[0] === pair[1]) continue
      assert.ok(!parseIban(iban.slice(0, place) + pair[1] + pair[0] + iban.slice(place + 2)).ok)
    }
  }
})

test('agrees with ibantools on any account number that fits the country', () => {
  const countries = Object.keys(getCountrySpecifications()).filter((country) => {
    return !checkedFurther.includes(country)
  })
  const examples = examplesByCountry.filter((iban) => countries.includes(iban.slice(0, 2)))
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.infiniteStream(fc.nat()), (example, random) => {
      const account = example.slice(4).replace(/./g, (character) => {
        const choice = sameKind(character)
        return choice[random.next().value % choice.length]!
      })
      const iban = composeIBAN({ countryCode: example.slice(0, 2), bban: account })
      assert.ok(iban)
      assert.deepEqual(parseIban(iban), { ok: true, value: iban })
      const digits = String(random.next().value % 100).padStart(2, '0')
      const other = iban.slice(0, 2) + digits + iban.slice(4)
      assert.equal(parseIban(other).ok, isValidIBAN(other))
    }),
  )
})

test('Norwegian account number to IBAN and back gives the same number', () => {
  assert.equal(ibanOf('86011117947'), 'NO9386011117947')
  fc.assert(
    fc.property(bban, (number) => {
      const iban = ibanOf(number)
      assert.ok(isValidIBAN(iban))
      assert.deepEqual(parseIban(iban), { ok: true, value: iban })
      assert.equal(bbanOf(iban), number)
    }),
  )
  assert.equal(bbanOf('SE4550000000058398257466'), undefined)
})

test('names what is wrong', () => {
  const cases = {
    '': 'iban-format',
    'NO93-8601-1117947': 'iban-format',
    ZZ9386011117947: 'iban-country',
    NO93860111179470: 'iban-length',
    NO9386A11117947: 'iban-structure',
    NO9486011117947: 'iban-checksum',
    [ibanOf('86011117940')]: 'iban-bban',
  }
  for (const [iban, reason] of Object.entries(cases)) {
    const answer = parseIban(iban)
    assert.equal(answer.ok ? 'taken' : answer.reason, reason, iban)
  }
})

test('refuses check digits that satisfy the remainder but are never issued', () => {
  const found = [0, 1, 99].filter((check) => {
    const iban = `DE${String(check).padStart(2, '0')}${'0'.repeat(18)}`
    return parseIban(iban).ok
  })
  assert.deepEqual(found, [])
  for (let account = 0; account < 300; account += 1) {
    const end = String(account).padStart(18, '0')
    const taken = Array.from({ length: 100 }, (_, check) => String(check).padStart(2, '0')).filter(
      (check) => parseIban(`DE${check}${end}`).ok,
    )
    assert.equal(taken.length, 1)
  }
})

function sameKind(character: string): string[] {
  const all = /\d/.test(character) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  return [...all].filter((other) => other !== character)
}
