import { describeConfig, readConfig } from '../config/config.ts'
import type { Command } from './command.ts'

export const config: Command = {
  name: 'config',
  summary: 'show every setting in force, and where it came from',
  help: `nordgate config [flags of serve]

Reads flags, environment and file exactly as serve does and prints every setting with its origin.
Secrets are hidden. docs/configuration.md explains them all.`,
  async run(argv) {
    process.stdout.write(`${describeConfig(readConfig({ argv }))}\n`)
  },
}
