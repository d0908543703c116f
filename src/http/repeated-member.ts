/** A string with the colon that makes it a member's name, or where an object or an array begins or ends. */
const tokens = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g

/**
 * The first member that an object has twice, in text that is known to be JSON. A parser keeps the
 * last of them in silence, and whoever else reads the same signed bytes may keep the first.
 */
export function repeatedMember(json: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, quoted, colon] of json.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (quoted !== undefined && colon !== undefined) {
      const name = quoted.includes('\\') ? (JSON.parse(`"${quoted}"`) as string) : quoted
      const names = open.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}
