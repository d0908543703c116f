import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, type LogLevel } from './log.ts'

const UUID = '3f0c1a52-7d3b-4a35-9d5e-123456789012'

function logged(level: LogLevel = 'debug') {
  const lines: string[] = []
  const log = createLog({ level, destination: { write: (line) => lines.push(line) } })
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) }
}

test('a line is JSON with the level by name, ISO time, and neither process id nor host name', () => {
  const { log, lines, last } = logged()
  log.info({ port: 8443 }, 'listening')
  assert.equal(lines[0]!.at(-1), '\n')
  const { time, ...rest } = last()
  assert.deepEqual(rest, { level: 'info', port: 8443, msg: 'listening' })
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the line of a request has the allowed fields and no other', () => {
  const { log, last } = logged()
  const line = { requestId: UUID, tpp: 'PSDNO-FSA-123456789', operation: 'balances', status: 404 }
  const more = { code: 'RESOURCE_UNKNOWN', errorId: UUID, check: 'path', durationMs: 1.23456 }
  log.request({ ...line, ...more, ...{ psuId: 'kari', body: 'secret' } })
  const { time: _, ...rest } = last()
  const expected = { ...line, ...more, durationMs: 1.235 }
  assert.deepEqual(rest, { level: 'info', ...expected, msg: 'request' })
})

test('the request id is redacted and cut', () => {
  const { log, last } = logged()
  log.request({ requestId: 'fnr-01018012345', status: 200, durationMs: 1 })
  assert.match(last().requestId, /^sha256:[0-9a-f]{32}$/)
  log.request({ requestId: '01018012345', status: 200, durationMs: 1 })
  assert.equal(last().requestId, '[digits]')
  log.request({ requestId: 'Kari-Nordmann', status: 200, durationMs: 1 })
  assert.match(last().requestId, /^sha256:[0-9a-f]{32}$/)
})

test('a request that ended in a fault of ours is logged as an error', () => {
  const { log, lines, last } = logged('error')
  log.request({ status: 200, durationMs: 1 })
  assert.equal(lines.length, 0)
  log.request({ status: 500, durationMs: 1 })
  assert.equal(last().level, 'error')
})

test('lines below the level are not written, and silent writes nothing', () => {
  const { log, lines } = logged('warn')
  log.info({}, 'no')
  log.warn({}, 'yes')
  assert.equal(lines.length, 1)
  const silent = logged('silent')
  silent.log.error({}, 'no')
  silent.log.fault(UUID, new Error('no'))
  assert.equal(silent.lines.length, 0)
})

test('every text in the fields and the message is redacted, at any depth', () => {
  const { log, lines } = logged()
  const account = '86011117947'
  const fields = {
    a: { b: [{ c: `konto ${account}` }] },
    [account]: 1,
    n: 86011117947,
    big: 86011117947n,
  }
  log.warn(
    { ...fields, url: new URL(`https://x.example/${account}`), bytes: Buffer.from(account) },
    account,
  )
  log.warn({ map: new Map([[account, account]]) })
  log.error({ error: new Error(account) }, 'failed')
  assert.ok(!lines.join('').includes(account), lines.join(''))
})

test('an endless or broken value does not stop the log', () => {
  const { log, last } = logged()
  const circle: Record<string, unknown> = { x: 1 }
  circle.self = circle
  const hostile = {
    toJSON: () => assert.fail(),
    get boom() {
      return assert.fail()
    },
  }
  log.info({ circle, nothing: null, missing: undefined, call: () => 1, symbol: Symbol('s') }, 'odd')
  assert.equal(last().circle.x, 1)
  log.info({ hostile }, 'hostile')
  assert.equal(last().hostile, '[unreadable]')
  log.fault(UUID, Object.create(null))
  log.fault(UUID, Object.defineProperty(new Error('x'), 'message', { get: () => assert.fail() }))
  assert.equal(last().error.message, '[unreadable]')
})

test('a fault has id, name, code, redacted message and the places of the stack', () => {
  const { log, last } = logged()
  const error = Object.assign(new TypeError('no account 8601 11 17947'), { code: 'E_ODD' })
  log.fault(UUID, error, { operation: 'balances', psu: 'kari@bank.example' })
  const line = last()
  assert.deepEqual([line.level, line.msg, line.errorId], ['error', 'fault', UUID])
  assert.deepEqual([line.operation, line.psu], ['balances', '[email]'])
  const { stack, ...described } = line.error
  assert.deepEqual(described, { name: 'TypeError', code: 'E_ODD', message: 'no account [digits]' })
  assert.match(stack, /^at .*src\/observability\/log\.test\.ts:\d+:\d+/)
  assert.ok(!stack.includes('17947') && !stack.includes('file://'), stack)
})

test('detail, where and parameters of a PostgreSQL error are never logged', () => {
  const { log, lines, last } = logged()
  const data = {
    detail: 'Key (name)=(Kari Nordmann)',
    where: 'Kari Nordmann',
    parameters: ['Kari Nordmann'],
  }
  const error = Object.assign(new Error('duplicate key value'), data, {
    code: '23505',
    constraint: 'psu_name',
  })
  log.fault(UUID, new Error('could not save', { cause: error }))
  log.error({ error }, 'could not save')
  assert.ok(!lines.join('').includes('Nordmann'))
  assert.deepEqual([last().error.code, last().error.constraint], ['23505', 'psu_name'])
})

test('the value that PostgreSQL quotes in a data exception is never logged', () => {
  const { log, lines, last } = logged()
  const message = 'invalid input syntax for type uuid: "Kari "K" Nordmann"'
  log.fault(UUID, Object.assign(new Error(message), { code: '22P02' }))
  assert.ok(!lines.join('').includes('Kari'))
  assert.equal(last().error.message, 'invalid input syntax for type uuid: [value]')
})

test('causes and the errors of an aggregate are told as well', () => {
  const { log, last } = logged()
  const cause = new AggregateError([new Error('first'), new Error('second')], 'both')
  log.fault(UUID, new Error('outer', { cause }))
  assert.deepEqual(
    last().error.cause.errors.map((each: { message: string }) => each.message),
    ['first', 'second'],
  )
})
