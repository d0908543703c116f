/** Lower-case name to value; the values of a header that came several times joined by `, `. */
export type MessageHeaders = ReadonlyMap<string, string>

/**
 * From the flat list of names and values that `node:http` calls `rawHeaders`. The tidier object
 * that it also offers drops second values of some headers, so that what is checked would not be
 * all that was sent.
 */
export function readRawHeaders(rawHeaders: readonly string[]): MessageHeaders {
  const headers = new Map<string, string>()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    add(headers, rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  }
  return headers
}

export function readHeaderPairs(pairs: Iterable<readonly [string, string]>): MessageHeaders {
  const headers = new Map<string, string>()
  for (const [name, value] of pairs) add(headers, name, value)
  return headers
}

function add(headers: Map<string, string>, rawName: string, rawValue: string): void {
  const name = rawName.toLowerCase()
  const value = trimSpaces(rawValue)
  const before = headers.get(name)
  headers.set(name, before === undefined ? value : `${before}, ${value}`)
}

/**
 * HTTP's white space is space and tab. `trim` would also eat 0xA0, which is the second byte of
 * `à` when UTF-8 arrives in a string of bytes.
 */
export function trimSpaces(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isSpace(value.charCodeAt(start))) start++
  while (end > start && isSpace(value.charCodeAt(end - 1))) end--
  return start === 0 && end === value.length ? value : value.slice(start, end)
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09
