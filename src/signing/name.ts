import { attributeName } from './attributes.ts'
import { childrenOf, type Der, readOid, readText, tags } from './der.ts'

export interface Attribute {
  oid: string
  /** Text, or the DER of a value that is not text. */
  value: string | Buffer
}

/** A distinguished name in the order of the certificate; mostly one attribute per part. */
export type Name = readonly (readonly Attribute[])[]

export function readName(value: Der | undefined): Name {
  return childrenOf(tags.sequence, value).map((part) =>
    childrenOf(tags.set, part).map((attribute) => {
      const [type, content] = childrenOf(tags.sequence, attribute)
      return { oid: readOid(type), value: attributeValue(content) }
    }),
  )
}

/** Text where the type is a string type; anything else stays as it is encoded. */
export function attributeValue(value: Der | undefined): string | Buffer {
  try {
    return readText(value)
  } catch (error) {
    if (value) return value.bytes
    throw error
  }
}

/** RFC 2253: last part first, letters beyond ASCII as they are. */
export function printName(name: Name): string {
  return name.toReversed().map(printPart).join(',')
}

const printPart = (part: readonly Attribute[]): string => part.map(printAttribute).join('+')

const printAttribute = ({ oid, value }: Attribute): string =>
  `${attributeName(oid)}=${typeof value === 'string' ? escapeValue(value) : `#${value.toString('hex')}`}`

// biome-ignore lint/suspicious/noControlCharactersInRegex: a header must not carry control characters
const special = /[,+"\\<>;\u0000-\u001f\u007f]/g

function escapeValue(text: string): string {
  const escaped = text.replace(special, (char) =>
    char < ' ' || char === '\u007f'
      ? `\\${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : `\\${char}`,
  )
  const start = /^[ #]/.test(escaped) ? `\\${escaped}` : escaped
  return text.length > 1 && start.endsWith(' ') ? `${start.slice(0, -1)}\\ ` : start
}

/** Equal part by part, values exactly; the attributes of one part form a set. */
export const sameName = (a: Name, b: Name): boolean =>
  a.length === b.length && canonical(a) === canonical(b)

/** True when only the order is wrong: `C=NO,O=…,CN=…` instead of `CN=…,O=…,C=NO`. */
export const sameNameReversed = (a: Name, b: Name): boolean =>
  a.length > 1 && sameName(a.toReversed(), b)

function canonical(name: Name): string {
  return name.map((part) => part.map(printAttribute).toSorted().join('+')).join(',')
}
