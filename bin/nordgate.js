#!/usr/bin/env node
// Plain JavaScript, because whichever node is first in the PATH starts it: the sources need the
// Node 26 that npm has installed beside them.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
if (Number(process.versions.node.split('.')[0]) >= 26) {
  // What was compiled once need not be again; where it cannot be written, Node does without.
  module.enableCompileCache(
    fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
  )
  const { run } = await import('../src/cli/cli.ts')
  await run(process.argv.slice(2))
} else if (existsSync(own)) {
  handOver([fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  console.error(
    'Nordgate needs Node 26 or newer; `npm start` or `npm ci` installs it beside the code.',
  )
  process.exit(1)
}

/** Replaces this process where Node can do that, else hands on signals and the exit code. */
function handOver(words) {
  if (process.platform !== 'win32' && process.execve)
    process.execve(own, [own, ...words], process.env)
  const child = spawn(own, words, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends it to both; the child decides what it means.
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}
