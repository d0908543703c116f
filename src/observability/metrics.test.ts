import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from 'prom-client'
import { createMetrics } from './metrics.ts'

function metricsOf(databaseReady = () => true) {
  return createMetrics({
    operations: ['accounts', 'balances'],
    databaseReady,
    processMetrics: false,
  })
}

test('requests are counted by operation, status and code', async () => {
  const metrics = metricsOf()
  metrics.requestStarted()
  metrics.requestDone({ operation: 'accounts', status: 200, durationMs: 3 })
  metrics.requestStarted()
  metrics.requestDone({ operation: 'accounts', status: 400, code: 'FORMAT_ERROR', durationMs: 3 })
  const { body } = await metrics.text()
  assert.match(body, /^nordgate_requests_total\{operation="accounts",status="200",code=""\} 1$/m)
  assert.match(body, /^nordgate_requests_total\{.*status="400",code="FORMAT_ERROR"\} 1$/m)
})

test('durations go into buckets from 1 ms to 30 s', async () => {
  const metrics = metricsOf()
  metrics.requestDone({ operation: 'balances', status: 200, durationMs: 3 })
  const { body } = await metrics.text()
  const bucket = (le: string) =>
    new RegExp(`_bucket\\{le="${le}",operation="balances"\\} (\\d)`).exec(body)?.[1]
  assert.deepEqual(['0.001', '0.002', '0.005', '30', '\\+Inf'].map(bucket), [
    '0',
    '0',
    '1',
    '1',
    '1',
  ])
})

test('unknown operations, statuses and codes do not make new label values', async () => {
  const metrics = metricsOf()
  for (let n = 0; n < 1000; n++) {
    metrics.requestDone({
      operation: `/path/${n}`,
      status: 1000 + n,
      code: `CODE_${n}`,
      durationMs: 1,
    })
  }
  const { body } = await metrics.text()
  assert.match(
    body,
    /nordgate_requests_total\{operation="unknown",status="0",code="unknown"\} 1000/,
  )
  assert.equal(body.match(/^nordgate_requests_total\{/gm)?.length, 1)
})

test('requests in flight go up and come down again', async () => {
  const metrics = metricsOf()
  metrics.requestStarted()
  metrics.requestStarted()
  metrics.requestDone({ status: 404, durationMs: 1 })
  assert.match((await metrics.text()).body, /^nordgate_requests_in_flight 1$/m)
})

test('the database is asked whether it is ready whenever the metrics are read', async () => {
  let ready = true
  const metrics = metricsOf(() => ready)
  assert.match((await metrics.text()).body, /^nordgate_database_ready 1$/m)
  ready = false
  assert.match((await metrics.text()).body, /^nordgate_database_ready 0$/m)
})

test('hits and misses of the certificate cache are counted', async () => {
  const { certificateCache, text } = metricsOf()
  certificateCache.hit()
  certificateCache.hit()
  certificateCache.miss()
  const { body } = await text()
  assert.match(body, /^nordgate_certificate_cache_total\{result="hit"\} 2$/m)
  assert.match(body, /^nordgate_certificate_cache_total\{result="miss"\} 1$/m)
})

test('each registry is its own, and the global one stays empty', async () => {
  const first = createMetrics({ operations: ['a'], databaseReady: () => true })
  const second = metricsOf()
  first.requestStarted()
  const { type, body } = await first.text()
  assert.match(type, /^text\/plain/)
  assert.match(body, /^process_cpu_seconds_total /m)
  assert.match((await second.text()).body, /^nordgate_requests_in_flight 0$/m)
  assert.equal(register.getMetricsAsArray().length, 0)
})
