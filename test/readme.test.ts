import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startSandbox } from './sandbox.ts'

const run = promisify(execFile)

test('the first signed call of the README works as it is printed', async () => {
  const { url } = await startSandbox()
  const readme = readFileSync('README.md', 'utf8')
  const [, script = ''] =
    /Or with nothing but curl and openssl:\n\n```sh\n([\s\S]*?)```/.exec(readme) ?? []
  assert.ok(script.split('\n').length <= 12, 'ten lines, give or take a wrapped one')
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-readme-'))
  try {
    const here = script.replaceAll('http://127.0.0.1:8080', url)
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder })
    assert.match(stdout, /^HTTP\/1\.1 200 OK/)
    assert.match(stdout, /\{"email":"psd2@my-tpp\.example"\}/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
