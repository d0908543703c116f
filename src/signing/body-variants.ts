type Variant = readonly [description: string, change: (body: Buffer) => Buffer | undefined]

const textVariant =
  (change: (text: string) => string) =>
  (body: Buffer): Buffer =>
    Buffer.from(change(body.toString('latin1')), 'latin1')

const jsonVariant =
  (print: (value: unknown) => string) =>
  (body: Buffer): Buffer =>
    Buffer.from(print(parseShallow(body.toString('utf8'))), 'utf8')

const deepest = 16

/** Indents of a deep document would grow with the square of its length. */
function parseShallow(text: string): unknown {
  let depth = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (depth > deepest) throw new RangeError('the document is too deep')
  }
  return JSON.parse(text)
}

const asciiOnly = (json: string): string =>
  json.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const anew = 'the body written anew as JSON'

/** Bodies that callers hash when they do not hash the bytes that they send. */
export const bodyVariants: readonly Variant[] = [
  ['an empty body', () => Buffer.alloc(0)],
  ['the body with LF where CR LF was sent', textVariant((text) => text.replaceAll('\r\n', '\n'))],
  [
    'the body with CR LF where LF was sent',
    textVariant((text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')),
  ],
  ['the body with a newline at its end', textVariant((text) => `${text}\n`)],
  ['the body with CR LF at its end', textVariant((text) => `${text}\r\n`)],
  ['the body without the white space around it', textVariant((text) => text.trim())],
  ['the body without its newline at the end', textVariant((text) => text.replace(/\r?\n$/, ''))],
  ['the body with a byte order mark', textVariant((text) => `\u00ef\u00bb\u00bf${text}`)],
  ['the body without its byte order mark', textVariant((text) => text.replace(/^ï»¿/, ''))],
  ['the body in ISO-8859-1', (body) => Buffer.from(body.toString('utf8'), 'latin1')],
  ['the body encoded in UTF-8 twice', (body) => Buffer.from(body.toString('latin1'), 'utf8')],
  ['the body as a JSON string', (body) => Buffer.from(JSON.stringify(body.toString('utf8')))],
  ['the body in base64', (body) => Buffer.from(body.toString('base64'))],
  [`${anew}, without spaces`, jsonVariant((value) => JSON.stringify(value))],
  [`${anew}, with two spaces of indent`, jsonVariant((value) => JSON.stringify(value, null, 2))],
  [`${anew}, with four spaces of indent`, jsonVariant((value) => JSON.stringify(value, null, 4))],
  [`${anew}, with tabs`, jsonVariant((value) => JSON.stringify(value, null, '\t'))],
  [`${anew}, with a space after commas and colons`, jsonVariant(spaced)],
  [`${anew}, with letters escaped and spaces`, jsonVariant((value) => asciiOnly(spaced(value)))],
  [`${anew}, with letters escaped`, jsonVariant((value) => asciiOnly(JSON.stringify(value)))],
  [
    `${anew}, with letters and slashes escaped`,
    jsonVariant((value) => asciiOnly(JSON.stringify(value)).replaceAll('/', '\\/')),
  ],
]

/** As Python prints it by default. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`,
  )
  return `{${members.join(', ')}}`
}

/** A variant that cannot be made, of a body that is no JSON say, is none. */
export function makeVariant([, change]: Variant, body: Buffer): Buffer | undefined {
  try {
    return change(body)
  } catch {
    return undefined
  }
}
