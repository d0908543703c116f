import { hash } from 'node:crypto'

/** What our pages keep in a browser: that it is the same one, its language, and its links. */
export interface Cookies {
  browser: string | undefined
  language: string | undefined
  kept: string | undefined
}

export interface CookiePlace {
  /** Sent over TLS, whether by us or by the proxy before us. */
  secure: boolean
  /** Shown inside another site's frame, where a lax cookie would not come back. */
  framed: boolean
}

/** With this prefix a browser takes the cookie from this very host only, and only over TLS. */
const nameOf = (name: string, { secure }: CookiePlace) => (secure ? `__Host-${name}` : name)

/** 32 random bytes in base64url. */
const browserRule = /^[A-Za-z0-9_-]{43}$/

export function readCookies(
  header: string | undefined,
  place: CookiePlace,
  linkId: string | undefined,
): Cookies {
  const values = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) values.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  const browser = values.get(nameOf('browser', place))
  return {
    browser: browser !== undefined && browserRule.test(browser) ? browser : undefined,
    language: values.get(nameOf('language', place)),
    kept: linkId === undefined ? undefined : values.get(nameOf(linkName(linkId), place)),
  }
}

/** Gone when the browser closes. */
export const browserCookie = (browser: string, place: CookiePlace): string =>
  `${nameOf('browser', place)}=${browser}; Path=/; HttpOnly; ${rules(place)}`

export const languageCookie = (language: string, place: CookiePlace): string =>
  `${nameOf('language', place)}=${language}; Path=/; Max-Age=31536000; HttpOnly; ${rules(place)}`

/** Outlives the link a little, so that a link that ended says so and not that it is another's. */
export const linkCookie = (linkId: string, value: string, place: CookiePlace): string =>
  `${nameOf(linkName(linkId), place)}=${value}; Path=/; Max-Age=3600; HttpOnly; ${rules(place)}`

/** A link is secret, and the list of cookies is seen more widely than the address. */
const linkName = (linkId: string): string => `link-${hash('sha256', linkId, 'hex').slice(0, 16)}`

function rules({ secure, framed }: CookiePlace): string {
  if (secure && framed) return 'SameSite=None; Secure; Partitioned'
  return secure ? 'SameSite=Lax; Secure' : 'SameSite=Lax'
}
