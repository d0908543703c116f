import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserCookie, languageCookie, linkCookie, readCookies } from './pages-cookies.ts'

const browser = 'b'.repeat(43)
const tls = { secure: true, framed: false }

test('over TLS a cookie is of this host alone', () => {
  assert.equal(
    browserCookie(browser, tls),
    `__Host-browser=${browser}; Path=/; HttpOnly; SameSite=Lax; Secure`,
  )
  assert.match(languageCookie('nn', tls), /^__Host-language=nn; .*HttpOnly; SameSite=Lax; Secure$/)
})

test('without TLS it can have neither prefix nor Secure', () => {
  const plain = browserCookie(browser, { secure: false, framed: false })
  assert.equal(plain, `browser=${browser}; Path=/; HttpOnly; SameSite=Lax`)
})

test('in a frame it belongs to the site around the frame', () => {
  const framed = browserCookie(browser, { secure: true, framed: true })
  assert.match(framed, /SameSite=None; Secure; Partitioned$/)
})

test('reads back what it wrote, for the link it was written for', () => {
  const header = [browserCookie(browser, tls), linkCookie('one', 'kept', tls)]
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  assert.deepEqual(readCookies(header, tls, 'one'), { browser, language: undefined, kept: 'kept' })
  assert.equal(readCookies(header, tls, 'two').kept, undefined)
  assert.equal(readCookies(header, { ...tls, secure: false }, 'one').browser, undefined)
})

test('does not take what it would not write', () => {
  for (const value of ['', 'short', `${browser}x`, `${'b'.repeat(42)}"`]) {
    assert.equal(readCookies(`__Host-browser=${value}`, tls, undefined).browser, undefined)
  }
  for (const header of [undefined, '', ';;;', '=', 'a=b=c']) readCookies(header, tls, undefined)
})
