import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startSandbox } from '../sandbox.ts'

const { url } = await startSandbox()
const folder = mkdtempSync(join(tmpdir(), 'nordgate-cert-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const issue = (...more: string[]) => {
  const order = ['cert', 'issue', '--name', 'My TPP', '--key-type', 'EC', '--url', url, ...more]
  return promisify(execFile)(process.execPath, ['bin/nordgate.js', ...order, '--out', folder])
}
const key = () => readFileSync(join(folder, 'tpp-key.pem'), 'utf8')

test('a key that is there already is written over only by force', async () => {
  await issue()
  const first = key()
  assert.match(first, /PRIVATE KEY/)
  await assert.rejects(issue(), /There is a .*tpp-key\.pem already.*--force/)
  assert.equal(key(), first)
  await issue('--force')
  assert.notEqual(key(), first)
})

test('a call that nobody answers tells how to start a sandbox', async () => {
  const words = ['call', 'GET', '/v1/accounts', '--url', 'http://127.0.0.1:1', '--quiet']
  const nobody = promisify(execFile)(process.execPath, [resolve('bin/nordgate.js'), ...words], {
    cwd: folder,
  })
  await assert.rejects(nobody, /Nobody answers at http:\/\/127\.0\.0\.1:1 .*npm start/)
})

test('a call takes an answer without signature only when it is told to', async () => {
  const call = (...more: string[]) => {
    const words = ['call', 'GET', '/health/ready', '--url', url, ...more]
    return promisify(execFile)(process.execPath, [resolve('bin/nordgate.js'), ...words], {
      cwd: folder,
    })
  }
  await assert.rejects(call(), /The answer is not signed\. .*--unsigned/)
  const { stdout } = await call('--unsigned')
  assert.match(stdout, /^< 200 \(not verified\)$/m)
  assert.match(stdout, /"status": "ok"/)
})
