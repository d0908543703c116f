import { hash, timingSafeEqual } from 'node:crypto'
import { type Html, html } from './html.ts'

/**
 * The token of a form follows from the browser's cookie, which no other site can read or, with its
 * `__Host-` name, set. So any process can check it, and nothing has to be kept.
 */
export const formToken = (browser: string): string =>
  hash('sha256', `nordgate form ${browser}`, 'base64url')

export function isFormToken(browser: string, given: string | null): boolean {
  const expected = Buffer.from(formToken(browser))
  const token = Buffer.from(given ?? '')
  return token.length === expected.length && timingSafeEqual(token, expected)
}

export const tokenField = 'token'

/** A form that our own pages take. Without `action` it goes to the address of the page itself. */
export function form(
  { browser }: { browser: string },
  content: Html,
  { action, id }: { action?: string; id?: string } = {},
): Html {
  return html`<form method="post"${action !== undefined && html` action="${action}"`}${id !== undefined && html` id="${id}"`} autocomplete="off">
<input type="hidden" name="${tokenField}" value="${formToken(browser)}">
${content}
</form>`
}
