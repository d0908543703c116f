import { isUtf8 } from 'node:buffer'
import { Problem } from '../kernel/problem.ts'
import { isFormToken, tokenField } from '../web/web.ts'
import type { Received } from './received.ts'

/** The longest form is the consent of a company with a thousand accounts. */
const formMax = 64 * 1024

/** But for the tabs and line ends that come along when a number is pasted from elsewhere. */
const control = /[^\P{Cc}\t\r\n]/u

export const hasControl = (text: string): boolean => control.test(text)

/** A form that came from one of our own pages in this very browser, or a refusal. */
export function readForm({ headers, body }: Received, browser: string | undefined) {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/x-www-form-urlencoded') {
    throw new Problem('MEDIA_TYPE_INVALID', 'A page takes application/x-www-form-urlencoded.')
  }
  if (body.length > formMax) {
    throw new Problem('BODY_TOO_LARGE', `A form has at most ${formMax} bytes.`)
  }
  if (!isUtf8(body)) throw new Problem('FORMAT_ERROR', 'The form is not valid UTF-8.')
  const form = new URLSearchParams(body.toString('utf8'))
  if ([...form].flat().some(hasControl)) {
    throw new Problem('FORMAT_ERROR', 'The form has a control character, which nobody can type.')
  }
  const site = headers.get('sec-fetch-site')
  const ownSite = site === undefined || site === 'same-origin' || site === 'none'
  if (!ownSite || browser === undefined || !isFormToken(browser, form.get(tokenField))) {
    throw new Problem('FORMAT_ERROR', 'The form did not come from our own page in this browser.')
  }
  return form
}
