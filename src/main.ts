import { run } from './cli/cli.ts'

/** The process that `npm start` runs: `nordgate serve`. */
await run(['serve', ...process.argv.slice(2)])
