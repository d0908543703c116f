import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

const start = `
  import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
  const log = createLog({ level: 'info' })
  const turn = () => new Promise((done) => setImmediate(done))`
const argumentsOf = (program: string) => ['--input-type=module', '-e', `${start}\n${program}`]
const numbers = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).n)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

const lines = `
  for (let n = 0; n < 3003; n++) {
    if (n % 500 === 499) log.fault('fault', new Error('x'), { n })
    else log.info({ n }, 'line')
    if (n % 100 === 0) await turn()
  }`

for (const [how, end] of [
  ['throws', 'throw new Error("broken")'],
  ['exits', 'process.exit(1)'],
  ['ends', 'process.exitCode = 1'],
] as const) {
  test(`no line is lost, doubled or out of order when the process ${how}`, () => {
    const { stdout, status } = spawnSync(process.execPath, argumentsOf(`${lines}\n${end}`), {
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.deepEqual(numbers(stdout), upTo(3003))
  })
}

test('a fault is written before the call returns', () => {
  const program = `log.info({ n: 0 }); log.fault('id', new Error('x'), { n: 1 }); process.kill(process.pid, 'SIGKILL')`
  const { stdout, signal } = spawnSync(process.execPath, argumentsOf(program), { encoding: 'utf8' })
  assert.equal(signal, 'SIGKILL')
  assert.deepEqual(numbers(stdout), [0, 1])
})

test('a reader that is slow gets every line in the end', async () => {
  const program = `process.stdout; for (let n = 0; n < 5000; n++) log.info({ n, pad: 'x '.repeat(50) })`
  const child = spawn(process.execPath, argumentsOf(program), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await setTimeout(300)
  let stdout = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) stdout += chunk
  assert.deepEqual(numbers(stdout), upTo(5000))
})

test('a reader that has left does not stop the process', async () => {
  const program = `for (let n = 0; n < 5000; n++) { log.info({ n, pad: 'x '.repeat(50) }); if (n % 10 === 0) await turn() }`
  const child = spawn(process.execPath, argumentsOf(program), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const [status] = await once(child, 'exit')
  assert.equal(status, 0)
})
