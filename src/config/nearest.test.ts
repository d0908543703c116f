import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance, nearest } from './nearest.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcde-'), maxLength: 12 })

test('the distance is 0 for the same word and only for it', () => {
  fc.assert(fc.property(word, word, (a, b) => (editDistance(a, b) === 0) === (a === b)))
})

test('the distance is the same both ways', () => {
  fc.assert(fc.property(word, word, (a, b) => editDistance(a, b) === editDistance(b, a)))
})

test('a detour is never shorter', () => {
  fc.assert(
    fc.property(
      word,
      word,
      word,
      (a, b, c) => editDistance(a, c) <= editDistance(a, b) + editDistance(b, c),
    ),
  )
})

test('the distance lies between the difference in length and the longer length', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b)
      return distance >= Math.abs(a.length - b.length) && distance <= Math.max(a.length, b.length)
    }),
  )
})

test('one letter added, dropped or exchanged is a distance of at most 1', () => {
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom('', 'x', 'xy'), (a, at, put) => {
      const place = a.length === 0 ? 0 : at % a.length
      const changed = a.slice(0, place) + put + a.slice(place + 1)
      return editDistance(a, changed) <= Math.max(1, put.length)
    }),
  )
})

test('nearest finds the word that was meant, in any case', () => {
  assert.equal(nearest('LOG-LEVLE', ['data', 'log-level', 'http']), 'log-level')
  assert.equal(nearest('htps', ['data', 'http', 'https']), 'https')
})
