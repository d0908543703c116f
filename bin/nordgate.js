#!/usr/bin/env node
// Plain JavaScript, because whichever node is first in the PATH starts it: the sources need the
// Node 26 that npm has installed beside them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
if (Number(process.versions.node.split('.')[0]) >= 26) {
  const { run } = await import('../src/cli/cli.ts')
  await run(process.argv.slice(2))
} else if (existsSync(own)) {
  const script = fileURLToPath(import.meta.url)
  const { status } = spawnSync(own, [script, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? 1)
} else {
  console.error(
    'Nordgate needs Node 26 or newer; `npm start` or `npm ci` installs it beside the code.',
  )
  process.exit(1)
}
