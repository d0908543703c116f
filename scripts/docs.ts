import { readFileSync, writeFileSync } from 'node:fs'
import { configurationMarkdown } from '../src/config/config.ts'
import { statusMarkdown } from '../src/pis/pis.ts'
import { changesMarkdown } from '../src/wire/announced-changes.ts'

/** Prints what is generated from the code into the docs; a test for each tells when one is stale. */
writeFileSync('docs/configuration.md', configurationMarkdown())
printInto('docs/payments.md', 'life', statusMarkdown())
printInto('docs/announced-changes.md', 'changes', changesMarkdown())

/** Between the two comments that name the place. */
function printInto(file: string, place: string, markdown: string): void {
  const between = new RegExp(`(?<=<!-- ${place}: [^>]*-->\\n)[\\s\\S]*(?=<!-- /${place} -->)`)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(between, () => `\n${markdown}\n\n`),
  )
}
