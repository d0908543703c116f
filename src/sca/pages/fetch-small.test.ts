import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createFetchSmall } from './fetch-small.ts'

let asked = 0
const site = createServer((request, response) => {
  asked++
  answers[request.url ?? '']?.(request, response)
})
const answers: Record<string, RequestListener> = {
  '/file': (_, response) => response.end('{"a":1}'),
  '/moved': (_, response) => response.writeHead(302, { location: '/file' }).end(),
  '/missing': (_, response) => response.writeHead(404).end('{}'),
  '/large': (_, response) => response.end('x'.repeat(64 * 1024 + 1)),
  '/slow': () => {},
}
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
after(() => {
  site.closeAllConnections()
  site.close()
})
const { port } = site.address() as AddressInfo
const at = (path: string, host = 'localhost') => new URL(`http://${host}:${port}${path}`)

const fetchSmall = createFetchSmall({ localhost: true, timeoutMs: 300 })

test('reads a small file, and nothing else', async () => {
  assert.equal(await fetchSmall(at('/file')), '{"a":1}')
  for (const path of ['/moved', '/missing', '/large', '/slow', '/none']) {
    assert.equal(await fetchSmall(at(path)), undefined, path)
  }
})

test('does not connect to this machine or its network unless the sandbox says so', async () => {
  const before = asked
  const strict = createFetchSmall({ localhost: false, timeoutMs: 300 })
  assert.equal(await strict(at('/file')), undefined)
  for (const host of ['127.0.0.1', '[::1]', '0.0.0.0', '2130706433', '[::ffff:127.0.0.1]']) {
    assert.equal(await fetchSmall(at('/file', host)), undefined, host)
    assert.equal(await strict(new URL(`https://${host}:${port}/file`)), undefined, host)
  }
  assert.equal(asked, before)
})
