import { readFileSync, writeFileSync } from 'node:fs'
import { configurationMarkdown } from '../src/config/config.ts'
import { statusMarkdown } from '../src/pis/pis.ts'

/** Prints what is generated from the code into the docs; a test for each tells when one is stale. */
writeFileSync('docs/configuration.md', configurationMarkdown())

const payments = readFileSync('docs/payments.md', 'utf8')
const life = /(?<=<!-- life: [^>]*-->\n)[\s\S]*(?=<!-- \/life -->)/
writeFileSync(
  'docs/payments.md',
  payments.replace(life, () => `\n${statusMarkdown()}\n\n`),
)
