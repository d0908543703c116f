import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBankCharacter, parseText } from './text.ts'

const taken = (text: string) => parseText(text).ok
const bankText = fc
  .array(fc.integer({ min: 0, max: 0x2fff }).filter(isBankCharacter))
  .map((codes) => String.fromCodePoint(...codes).normalize('NFC'))
const anyUnits = fc.string({ unit: 'binary' })

test('takes what people and companies in Norway and its neighbours write', () => {
  for (const text of [
    'Bjørn Åge Ærlighet',
    'Čáhppesluokta Ŋuorŧa Ŧeđđa',
    'Łukasz Żółć & Søn AS',
    'Þórður Guðmundsson',
    'Sløyfe “sitat” – og … 50 % à 3 × 2 €',
    '§ 3-1, £100, ¥5, 20 °C, 5 m², Nº 7, № 8, ½',
    "Renée O'Connor d’Artagnan",
    'Nguyễn Văn Ất',
    'Adébáyọ̀',
    '',
  ]) {
    assert.deepEqual(parseText(text), { ok: true, value: text.normalize('NFC') })
  }
})

test('takes every character of printable ASCII and of ISO 8859-1 but the soft hyphen', () => {
  for (let code = 0x20; code <= 0xff; code += 1) {
    const invisible = (code >= 0x7f && code <= 0x9f) || code === 0xad
    assert.equal(taken(String.fromCodePoint(code)), !invisible, `U+${code.toString(16)}`)
  }
})

test('refuses control characters, line breaks and NUL', () => {
  for (let code = 0; code < 0x20; code += 1) assert.ok(!taken(`a${String.fromCharCode(code)}b`))
  for (const text of ['\u2028', '\u2029', '\u0085', '\u007f']) assert.ok(!taken(text))
})

test('refuses what cannot be seen or turns the text around', () => {
  for (const text of ['\u200b', '\u200d', '\u202e', '\u2066', '\ufeff', '\ufe0f', '\u{e0041}']) {
    assert.ok(!taken(`a${text}b`))
  }
})

test('refuses emoji, other scripts, other digits and letters that only look Latin', () => {
  for (const text of [
    '😀',
    '👩‍👩‍👧',
    '🇳🇴',
    '1️⃣',
    '❤',
    'я',
    'Ω',
    '中',
    'ع',
    '٣',
    'Ａ',
    'ﬁ',
    'Ⅷ',
    '𝐀',
  ]) {
    assert.ok(!taken(text), text)
  }
})

test('refuses half a surrogate pair wherever it stands', () => {
  fc.assert(
    fc.property(bankText, fc.integer({ min: 0xd800, max: 0xdfff }), bankText, (a, half, b) => {
      const answer = parseText(a + String.fromCharCode(half) + b)
      assert.ok(!answer.ok)
      assert.ok(answer.text.isWellFormed())
    }),
  )
})

test('takes two marks on a letter, and no mark anywhere else', () => {
  assert.ok(taken('x\u0302\u0323'))
  assert.ok(!taken('x\u0302\u0323\u0332'))
  assert.ok(!taken('\u0302x'))
  assert.ok(!taken('5\u0302'))
})

test('names the character, its code point and its place', () => {
  assert.deepEqual(parseText('Til mor 😀!'), {
    ok: false,
    reason: 'foreign-character',
    text: 'Character 9 is U+1F600 (😀), which the bank does not take; use Latin letters, digits and common punctuation.',
    character: '😀',
    codePoint: 'U+1F600',
    position: 9,
  })
})

test('never repeats an unprintable character in its sentence', () => {
  const answer = parseText('a\u0007')
  assert.ok(!answer.ok)
  assert.match(answer.text, /^Character 2 is U\+0007, which/)
})

test('counts in code points of the normalised text', () => {
  const answer = parseText('A\u030a😀')
  assert.ok(!answer.ok)
  assert.equal(answer.position, 2)
})

test('a text once taken is normalised and is taken again unchanged', () => {
  fc.assert(
    fc.property(bankText, (text) => {
      const once = parseText(text)
      assert.ok(once.ok)
      assert.equal(once.value, once.value.normalize('NFC'))
      assert.deepEqual(parseText(once.value), once)
    }),
  )
})

test('composed and decomposed spellings of one text become the same', () => {
  fc.assert(
    fc.property(bankText, (text) => {
      assert.deepEqual(parseText(text.normalize('NFD')), parseText(text))
    }),
  )
})

test('answers every string, and names a character that is really there', () => {
  fc.assert(
    fc.property(anyUnits, (text) => {
      const answer = parseText(text)
      if (answer.ok) return
      assert.equal([...text.normalize('NFC')][answer.position - 1], answer.character)
    }),
  )
})

test('a narrower set takes nothing that the wide one refuses, and every text of its own', () => {
  const taken = (text: string, set: 'latin' | 'iso-8859-1' | 'swift-x') => parseText(text, set).ok
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (taken(text, 'swift-x')) assert.ok(taken(text, 'iso-8859-1'))
      if (taken(text, 'iso-8859-1')) assert.ok(taken(text, 'latin'))
    }),
  )
  assert.deepEqual(
    ['Bjørn & Søn', 'Łukasz', "Rent 1/2026 (O'Neill)"].map((text) => [
      taken(text, 'latin'),
      taken(text, 'iso-8859-1'),
      taken(text, 'swift-x'),
    ]),
    [
      [true, true, false],
      [true, false, false],
      [true, true, true],
    ],
  )
})
