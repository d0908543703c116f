import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { startSandbox } from '../sandbox.ts'

const clock = manualClock('2026-11-12T11:00:15Z')
const sandbox = await startSandbox({
  clock,
  env: { NORDGATE_OWN_PAGE_VISITS_PER_MINUTE: '3', NORDGATE_TRUSTED_PROXIES: '127.0.0.1' },
})

/** As the proxy tells of a client. */
const visit = (client: string, language = 'en', method = 'GET') =>
  fetch(`${sandbox.url}/consents`, {
    method,
    headers: { 'X-Forwarded-For': `192.0.2.99, ${client}`, 'Accept-Language': language },
  })

const kindly = {
  nb: [/Vent litt/, /for mange ganger/],
  nn: [/Vent litt/, /for mange gonger/],
  en: [/Please wait a little/, /too many times/],
} as const

test('the bank’s own page is shown so often a minute to one address, by any method', async () => {
  assert.equal((await visit('198.51.100.7')).status, 200)
  assert.equal((await visit('198.51.100.7', 'en', 'HEAD')).status, 200)
  // Not from our own page, so refused; it counts all the same.
  assert.equal((await visit('198.51.100.7', 'en', 'POST')).status, 415)
  for (const [language, says] of Object.entries(kindly)) {
    const refused = await visit('198.51.100.7', language)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '45')
    assert.match(refused.headers.get('content-type') ?? '', /^text\/html/)
    const page = await refused.text()
    assert.match(page, new RegExp(`<html lang="${language}"`))
    for (const words of says) assert.match(page, words)
  }
  assert.equal((await visit('198.51.100.8')).status, 200)
  assert.equal((await fetch(`${sandbox.url}/sca/unknown`)).status, 404)
})

test('and again when the minute is over', async () => {
  clock.advance('PT45S')
  assert.equal((await visit('198.51.100.7')).status, 200)
})
