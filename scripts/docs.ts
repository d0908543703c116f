import { writeFileSync } from 'node:fs'
import { configurationMarkdown } from '../src/config/config.ts'

/** Prints the pages that are generated from the code; a test for each tells when one is stale. */
writeFileSync('docs/configuration.md', configurationMarkdown())
