/** How many letters must be added, dropped or exchanged to turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line++) {
    const next = [line]
    for (let column = 1; column <= to.length; column++) {
      const exchange = row[column - 1]! + (from[line - 1] === to[column - 1] ? 0 : 1)
      next.push(Math.min(exchange, row[column]! + 1, next[column - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}

/** The known word that a mistyped one most likely meant. */
export function nearest(word: string, known: readonly string[]): string {
  const distance = (candidate: string) => editDistance(word.toLowerCase(), candidate.toLowerCase())
  return known.reduce((best, candidate) =>
    distance(candidate) < distance(best) ? candidate : best,
  )
}
