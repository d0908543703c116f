import { quote, SigningFault } from './faults.ts'
import type { MessageHeaders } from './headers.ts'

export const requestTargetName = '(request-target)'

/** "Headers taken into the signature when present in the request", in the document's order. */
const coveredHeaders = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const

const alwaysListed: readonly string[] = ['date', 'x-request-id']

/** What `headers` must at least name, for a message that has the given headers (lower case). */
export function headersToSign(present: Iterable<string>): string[] {
  const names = new Set(present)
  return coveredHeaders.filter((name) => names.has(name) || alwaysListed.includes(name))
}

/** The names of `headers`, each lower-case and once. */
export function readHeaderList(text: string): string[] {
  const names = text.split(' ').filter((name) => name !== '')
  const listed = new Set<string>()
  for (const name of names) {
    if (/[,;\t]/.test(name)) {
      throw new SigningFault('list-separator', `In \`headers\` stands ${quote(name)}.`)
    }
    if (name !== name.toLowerCase()) {
      throw new SigningFault('list-upper-case', `\`headers\` lists ${quote(name)} in upper case.`)
    }
    if (name.startsWith('(') && name !== requestTargetName) {
      throw new SigningFault('list-pseudo', `\`headers\` lists ${quote(name)}, which is not known.`)
    }
    if (listed.has(name)) {
      throw new SigningFault('list-twice', `\`headers\` lists ${quote(name)} twice.`)
    }
    listed.add(name)
  }
  return names
}

/** Names all that is missing at once, so that it is mended in one go. */
export function checkHeaderList(list: readonly string[], headers: MessageHeaders): void {
  const absent = list.filter((name) => name !== requestTargetName && !headers.has(name))
  if (absent.length > 0) {
    throw new SigningFault('list-absent', `Listed but not sent: ${quote(absent.join(' '))}.`)
  }
  const unlisted = coveredHeaders.filter(
    (name) => !list.includes(name) && (headers.has(name) || alwaysListed.includes(name)),
  )
  if (unlisted.length > 0) {
    throw new SigningFault(
      'list-incomplete',
      `\`headers\` does not list: ${quote(unlisted.join(' '))}.`,
    )
  }
}
