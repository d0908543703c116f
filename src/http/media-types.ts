import Negotiator from 'negotiator'
import { Problem } from '../kernel/problem.ts'
import type { Received } from './received.ts'

const json = 'application/json'

/** Check 4: the caller takes what the operation gives, and a body is JSON in UTF-8. */
export function requireMediaTypes({ headers, body }: Received, offered: string = json): void {
  const accept = headers.get('accept')
  if (accept !== undefined && accept !== '*/*' && accept !== offered && !accepts(accept, offered)) {
    throw new Problem(
      'REQUESTED_FORMATS_INVALID',
      `The answer is ${offered}; Accept must allow it.`,
    )
  }
  if (body.length > 0) requireJson(headers.get('content-type'), headers.get('content-encoding'))
}

/** With and without parameters, since `application/json; charset=utf-8` is a usual thing to accept. */
function accepts(accept: string, offered: string): boolean {
  const bare = offered.split(';')[0] ?? offered
  const full = offered === json ? `${json}; charset=utf-8` : offered
  return new Negotiator({ headers: { accept } }).mediaType([bare, full]) !== undefined
}

function requireJson(contentType: string | undefined, contentEncoding: string | undefined): void {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new Problem('MEDIA_TYPE_INVALID', 'A compressed body is not taken; send it as it is.')
  }
  if (contentType === json) return
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  if (type.trim() !== json) {
    const given = contentType === undefined ? 'no Content-Type' : 'another Content-Type'
    throw new Problem('MEDIA_TYPE_INVALID', `The body must be ${json}; ${given} was sent.`)
  }
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim())
    if (name === 'charset' && value.replaceAll('"', '') !== 'utf-8') {
      throw new Problem('MEDIA_TYPE_INVALID', 'The body must be in UTF-8.')
    }
  }
}
