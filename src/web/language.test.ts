import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage } from './language.ts'

const rows: [chosen: string | undefined, accept: string | undefined, expected: string][] = [
  [undefined, undefined, 'nb'],
  [undefined, 'nb-NO,nb;q=0.9,en;q=0.8', 'nb'],
  [undefined, 'no', 'nb'],
  [undefined, 'nn-NO,nb;q=0.5', 'nn'],
  [undefined, 'en;q=0.3, nn;q=0.9', 'nn'],
  [undefined, 'sv-SE,sv;q=0.9,nb;q=0.5', 'nb'],
  [undefined, 'de-DE,de;q=0.9', 'en'],
  [undefined, '*', 'en'],
  [undefined, ';;;,q=', 'en'],
  ['nn', 'en', 'nn'],
  ['<script>', 'nb', 'nb'],
]

for (const [chosen, accept, expected] of rows) {
  test(`chosen ${chosen}, accepted ${accept}: ${expected}`, () => {
    assert.equal(chooseLanguage(chosen, accept), expected)
  })
}
