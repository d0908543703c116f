import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVisitLimit } from './visit-limit.ts'

const at = (time: string) => Temporal.Instant.from(`2026-11-12T11:${time}Z`)
const from = (address: string) => ({ address, headers: new Map<string, string>() })
const tooOften = (seconds: string) => ({
  code: 'ACCESS_EXCEEDED',
  headers: { 'Retry-After': seconds },
})

test('a client is refused beyond its limit until the minute is over, and nobody else is', () => {
  const limit = createVisitLimit({ perMinute: 2, trustedProxies: [] })
  limit(from('192.0.2.1'), at('00:10'))
  limit(from('192.0.2.1'), at('00:20'))
  assert.throws(() => limit(from('192.0.2.1'), at('00:20.5')), tooOften('40'))
  assert.throws(() => limit(from('192.0.2.1'), at('00:59.999')), tooOften('1'))
  limit(from('192.0.2.2'), at('00:59.999'))
  limit(from('192.0.2.1'), at('01:00'))
})

test('many clients fill no memory: counting begins anew', () => {
  const limit = createVisitLimit({ perMinute: 1, trustedProxies: [], clientsMax: 2 })
  const now = at('00:00')
  for (const address of ['192.0.2.1', '192.0.2.2']) limit(from(address), now)
  assert.throws(() => limit(from('192.0.2.1'), now))
  limit(from('192.0.2.3'), now)
  limit(from('192.0.2.1'), now)
})
