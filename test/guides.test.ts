import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startSandbox } from './sandbox.ts'

const run = promisify(execFile)

test('the first payment of docs/payments.md works as it is printed', async () => {
  const { url } = await startSandbox()
  const guide = readFileSync('docs/payments.md', 'utf8')
  const [, script = ''] = /## A first payment\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(guide) ?? []
  const nordgate = `${process.execPath} ${resolve('bin/nordgate.js')}`
  const here = script
    .replace(/npx nordgate (cert issue|call)/g, `${nordgate} $1 --url ${url}`)
    .replace('cert issue', 'cert issue --key-type EC')
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-guide-'))
  try {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder })
    const statuses = [...stdout.matchAll(/"transactionStatus": "(\w+)"/g)].map(([, each]) => each)
    assert.deepEqual(statuses, ['ACTC', 'ACSC'], stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
