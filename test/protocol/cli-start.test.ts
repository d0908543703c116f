import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { temporaryFolder } from '../authority.ts'
import { emptyDatabase } from '../databases.ts'

/** What an older Node looks like to the tool, which then hands over to the one that it came with. */
const older = (more = '') =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.0.0'}});${more}`

const starts: Record<string, string[]> = {
  'that Node can replace': ['--import', older()],
  'that it cannot': ['--import', older('process.execve=undefined')],
}

for (const [kind, words] of Object.entries(starts)) {
  test(`SIGTERM to an older Node stops the service, in a process ${kind}`, async () => {
    const env = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: await emptyDatabase(),
      NORDGATE_DATA: temporaryFolder(),
      NORDGATE_HTTP: '127.0.0.1:0',
      NORDGATE_HTTPS: 'off',
    }
    const tool = spawn(process.execPath, [...words, 'bin/nordgate.js', 'serve'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let url: string | undefined
    for await (const line of createInterface({ input: tool.stdout })) {
      url ??= /ready at (\S+)/.exec(line)?.[1]
      if (url === undefined || tool.killed) continue
      assert.equal((await fetch(`${url}/health/live`)).status, 200)
      tool.kill('SIGTERM')
    }
    const [code] = tool.exitCode === null ? await once(tool, 'exit') : [tool.exitCode]
    assert.equal(code, 0)
    await assert.rejects(fetch(`${url}/health/live`), /fetch failed/)
  })
}

test('a reader that leaves early is no failure of the tool', async () => {
  const tool = spawn(process.execPath, ['bin/nordgate.js', '--help'], { stdio: 'pipe' })
  tool.stdout.destroy()
  let told = ''
  tool.stderr.on('data', (chunk) => (told += chunk))
  const [code] = await once(tool, 'close')
  assert.deepEqual([code, told], [0, ''])
})
