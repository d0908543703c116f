import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startSandbox } from './sandbox.ts'

const run = promisify(execFile)
const { url } = await startSandbox()

/** What the commands under a heading of a guide print, run as they stand there. */
async function follow(guide: string, heading: string): Promise<string> {
  const [, section = ''] = readFileSync(guide, 'utf8').split(`## ${heading}\n`)
  const [, script = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? []
  const nordgate = `${process.execPath} ${resolve('bin/nordgate.js')}`
  const here = script
    .replace(/npx nordgate (cert issue|call)/g, `${nordgate} $1 --url ${url}`)
    .replace('cert issue', 'cert issue --key-type EC')
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-guide-'))
  try {
    return (await run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder })).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the first payment of docs/payments.md works as it is printed', async () => {
  const printed = await follow('docs/payments.md', 'A first payment')
  const statuses = [...printed.matchAll(/"transactionStatus": "(\w+)"/g)].map(([, each]) => each)
  assert.deepEqual(statuses, ['ACTC', 'ACSC'], printed)
})

test('the first look of docs/accounts.md works as it is printed', async () => {
  const printed = await follow('docs/accounts.md', 'A first look')
  assert.match(printed, /"iban": "NO7099911110012"[\s\S]*"booked": \[\s*\{\s*"transactionId"/)
})
