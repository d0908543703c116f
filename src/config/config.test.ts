import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  ConfigError,
  type ConfigInput,
  configFlags,
  configurationMarkdown,
  describeConfig,
  readConfig,
} from './config.ts'
import { keys } from './keys.ts'

/** Reads with nothing of this machine: no environment, and only the files that are given. */
function read(input: ConfigInput & { files?: Record<string, string> } = {}) {
  const { files = {}, ...rest } = input
  const readFile = (path: string) => {
    const text = files[path]
    if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    return text
  }
  return readConfig({ env: {}, cwd: '/app', readFile, ...rest })
}

function findings(input: Parameters<typeof read>[0]): string[] {
  try {
    read(input)
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.findings.map(({ path, text }) => `${path} ${text}`)
  }
  return []
}

const pem = { '/app/cert.pem': 'x', '/app/key.pem': 'x' }
const tls = { NORDGATE_TLS_CERTIFICATE: 'cert.pem', NORDGATE_TLS_KEY: 'key.pem' }
const production = {
  NORDGATE_ENVIRONMENT: 'production',
  NORDGATE_TRUST_ANCHORS: 'anchors',
  NORDGATE_PUBLIC_URL: 'https://api.bank.example',
}
const proxy = { NORDGATE_TRUSTED_PROXIES: '10.0.0.0/8' }

test('without any settings it is a sandbox on this machine', () => {
  const config = read()
  assert.equal(config.environment, 'sandbox')
  assert.deepEqual(config.http, { host: '127.0.0.1', port: 8080 })
  assert.deepEqual(config.https, { host: '127.0.0.1', port: 8443 })
  assert.deepEqual(config.tlsNames, ['localhost', '127.0.0.1', '::1'])
  assert.deepEqual(
    [config.data, config.publicUrl, config.databaseUrl],
    ['/app/.nordgate', undefined, undefined],
  )
  assert.deepEqual([config.databaseConnections, config.stopSeconds], [16, 10])
  assert.deepEqual([config.certificateCache, config.standingCacheMs], [10_000, 1000])
  assert.deepEqual([config.certificatesPerMinute, config.logLevel], [120, 'info'])
  assert.deepEqual(config.trustedProxies, [])
})

test('the later wins: default, file, environment, flag', () => {
  const files = { '/app/nordgate.json': '{"stopSeconds": 1}' }
  const env = { NORDGATE_STOP_SECONDS: '2' }
  assert.equal(read({ files }).stopSeconds, 1)
  assert.equal(read({ files, env }).stopSeconds, 2)
  assert.equal(read({ files, env, argv: ['--stop-seconds', '3'] }).stopSeconds, 3)
  assert.equal(read({ files, env, argv: ['--stop-seconds=4'] }).stopSeconds, 4)
  assert.equal(read({ files, env, argv: { 'stop-seconds': '5', http: undefined } }).stopSeconds, 5)
})

test('the file is named by --config, or else by NORDGATE_CONFIG, or else nordgate.json', () => {
  const file = (seconds: number) => JSON.stringify({ stopSeconds: seconds })
  const files = { '/app/nordgate.json': file(1), '/etc/a.json': file(2), '/app/b.json': file(3) }
  const env = { NORDGATE_CONFIG: '/etc/a.json' }
  assert.equal(read({ files, env }).stopSeconds, 2)
  assert.equal(read({ files, env, argv: ['--config', 'b.json'] }).stopSeconds, 3)
  assert.deepEqual(findings({ argv: ['--config', 'c.json'] }), [
    '/app/c.json cannot be read (ENOENT)',
  ])
})

test('the file must hold one JSON object, and what it holds is not repeated', () => {
  const found = (text: string) => findings({ files: { '/app/nordgate.json': text } })
  assert.deepEqual(found('[]'), ['/app/nordgate.json must hold one JSON object'])
  const [broken = ''] = found('{"databaseUrl": "postgres://u:hidden@h", }')
  assert.match(broken, /is not JSON \(line 1 column \d+\)$/)
})

test('a list in the file may be an array, a number a number', () => {
  const text =
    '{"tlsNames": ["a.example", "::1"], "databaseConnections": 4, "trustedProxies": "10.0.0.1"}'
  const config = read({ files: { '/app/nordgate.json': text } })
  assert.deepEqual([config.tlsNames, config.databaseConnections], [['a.example', '::1'], 4])
  for (const wrong of ['null', 'true', '{}', '["a"]']) {
    const files = { '/app/nordgate.json': `{"stopSeconds": ${wrong}}` }
    assert.match(findings({ files })[0] ?? '', /^stopSeconds is .*; allowed is a whole number/)
  }
})

test('a relative path is meant from the folder of the file that names it', () => {
  const files = { '/etc/nordgate.json': '{"data": "state"}' }
  assert.equal(read({ files, argv: ['--config', '/etc/nordgate.json'] }).data, '/etc/state')
  assert.equal(read({ argv: ['--data', 'state'] }).data, '/app/state')
})

test('an unknown name, variable or flag is refused and the nearest is named', () => {
  const files = { '/app/nordgate.json': '{"logLevle": "info", "__proto__": 1}' }
  const env = { NORDGATE_LOGLEVEL: 'x', OTHER: 'x', DATABASE_HOST: 'x' }
  assert.deepEqual(
    findings({ files, env, argv: ['--stop-second', '1'] }).map((f) =>
      f.replace(/ is no.* is/, ' →'),
    ),
    [
      'logLevle → logLevel (nordgate.json)',
      '__proto__ → http (nordgate.json)',
      'NORDGATE_LOGLEVEL → NORDGATE_LOG_LEVEL',
      '--stop-second → --stop-seconds',
    ],
  )
})

test('a flag needs a value, and a word without a flag is refused', () => {
  assert.deepEqual(findings({ argv: ['--http', '--data'] }), [
    '--http needs a value',
    '--data needs a value',
  ])
  assert.match(
    findings({ argv: ['postgres://u:hidden@h/d'] })[0] ?? '',
    /^"postgres:\/\/\*\*\*@h\/d" is not expected/,
  )
})

test('an empty variable counts as not given', () => {
  assert.equal(read({ env: { NORDGATE_STOP_SECONDS: '', DATABASE_URL: '' } }).stopSeconds, 10)
})

test('a wrong value is told with its key, where it came from, what was given and what is allowed', () => {
  assert.deepEqual(findings({ env: { NORDGATE_DATABASE_CONNECTIONS: '500' } }), [
    'databaseConnections (NORDGATE_DATABASE_CONNECTIONS) is "500"; allowed is a whole number from 1 to 200',
  ])
  assert.deepEqual(
    findings({
      argv: ['--tls-key', 'key.pem', '--tls-certificate', 'cert.pem'],
      files: { '/app/cert.pem': '' },
    }),
    [
      'tlsKey (--tls-key) is "key.pem", which cannot be read (ENOENT); allowed is a readable PEM file',
    ],
  )
})

test('all findings are told at once', () => {
  const env = {
    ...production,
    NORDGATE_HTTP: 'x',
    NORDGATE_TLS_NAMES: 'a',
    NORDGATE_LOG_LEVEL: 'loud',
    NORDGATE_X: '1',
  }
  assert.equal(findings({ env, argv: ['--nope', '1'] }).length, 6)
})

test('a rule stays silent about a key whose value is wrong already', () => {
  const env = { ...production, ...tls, NORDGATE_TRUSTED_PROXIES: 'x', NORDGATE_HTTP: '0.0.0.0:80' }
  assert.deepEqual(
    findings({ env, files: pem }).map((f) => f.split(' ')[0]),
    ['trustedProxies'],
  )
})

test('a secret is refused as a flag, because it would show in the process list', () => {
  const [found = ''] = findings({ argv: ['--database-url', 'postgres://u:hidden@h/d'] })
  assert.match(
    found,
    /^--database-url would show in the process list; use DATABASE_URL or DATABASE_URL_FILE$/,
  )
  assert.ok(!configFlags.some(({ flag }) => flag === 'database-url'))
})

test('a secret is refused in the file of settings', () => {
  const files = { '/app/nordgate.json': '{"databaseUrl": "postgres://u:hidden@h/d"}' }
  const [found = ''] = findings({ files })
  assert.match(found, /^databaseUrl is secret and .* use DATABASE_URL or DATABASE_URL_FILE/)
})

test('a secret is read from the file that its variable with _FILE names', () => {
  const env = { DATABASE_URL_FILE: '/run/secrets/db' }
  const config = read({ env, files: { '/run/secrets/db': 'postgres://u:hidden@h/d\n' } })
  assert.equal(config.databaseUrl, 'postgres://u:hidden@h/d')
  assert.deepEqual(findings({ env }), [
    'DATABASE_URL_FILE names a file that cannot be read (ENOENT)',
  ])
  assert.deepEqual(findings({ env, files: { '/run/secrets/db': '\n' } }), [
    'DATABASE_URL_FILE names a file that is empty',
  ])
})

test('a secret given both ways is refused', () => {
  const env = { DATABASE_URL: 'postgres://h/d', DATABASE_URL_FILE: '/run/secrets/db' }
  assert.deepEqual(findings({ env }), [
    'DATABASE_URL_FILE and DATABASE_URL are both given; keep one of them',
  ])
})

test('a wrong secret is not repeated, nor the password of a URL', () => {
  const env = { DATABASE_URL: 'mysql://u:hidden@h/d', NORDGATE_PUBLIC_URL: 'https://u:hidden@h' }
  const found = findings({ env })
  assert.equal(found.length, 2)
  assert.ok(!found.join().includes('hidden'), found.join())
})

test('certificate and key come together, for TLS and for the bank', () => {
  assert.match(
    findings({ env: { NORDGATE_TLS_KEY: 'key.pem' }, files: pem })[0] ?? '',
    /^tlsKey and tlsCertificate come together/,
  )
  assert.match(
    findings({ env: { NORDGATE_BANK_KEY: 'key.pem' }, files: pem })[0] ?? '',
    /^bankKey and bankCertificate come together/,
  )
})

test('something must be listened on', () => {
  assert.deepEqual(findings({ env: { NORDGATE_HTTP: 'off', NORDGATE_HTTPS: 'off' } }), [
    'https and http are both off; nobody could call',
  ])
})

test('production listens by HTTPS alone unless told otherwise', () => {
  const config = read({ env: { ...production, ...tls }, files: pem })
  assert.deepEqual([config.http, config.https], ['off', { host: '0.0.0.0', port: 8443 }])
  assert.deepEqual([config.tlsKey, config.trustAnchors], ['/app/key.pem', '/app/anchors'])
})

test('production without TLS is refused when no trusted proxy is named', () => {
  const refused = /^https has no TLS, which is refused in production/
  assert.match(findings({ env: production })[0] ?? '', refused)
  const off = { ...production, ...tls, NORDGATE_HTTPS: 'off', NORDGATE_HTTP: '0.0.0.0:80' }
  assert.match(findings({ env: off, files: pem })[0] ?? '', refused)
})

test('production without TLS is allowed behind a trusted proxy, and https is off then', () => {
  const config = read({ env: { ...production, ...proxy, NORDGATE_HTTP: '10.1.1.1:80' } })
  assert.deepEqual([config.https, config.http], ['off', { host: '10.1.1.1', port: 80 }])
  const asked = { ...production, ...proxy, NORDGATE_HTTPS: '0.0.0.0:443' }
  assert.deepEqual(findings({ env: asked }), [
    'https needs tlsCertificate and tlsKey in production, or must be off',
  ])
})

test('http in production is refused without trusted proxies', () => {
  const env = { ...production, ...tls, NORDGATE_HTTP: '0.0.0.0:80' }
  assert.match(
    findings({ env, files: pem })[0] ?? '',
    /^http is refused in production unless trustedProxies/,
  )
  assert.deepEqual(findings({ env: { ...env, ...proxy }, files: pem }), [])
})

test('production requires trust anchors', () => {
  const env = { ...production, ...tls, NORDGATE_TRUST_ANCHORS: '' }
  assert.match(findings({ env, files: pem })[0] ?? '', /^trustAnchors is required in production/)
})

test('a public URL without TLS is refused in production', () => {
  const env = { ...production, ...tls, NORDGATE_PUBLIC_URL: 'http://api.bank.example' }
  assert.deepEqual(findings({ env, files: pem }), ['publicUrl must be https in production'])
})

test('what only the sandbox knows is refused in production', () => {
  const env = {
    ...production,
    ...tls,
    NORDGATE_TLS_NAMES: 'a',
    NORDGATE_CERTIFICATES_PER_MINUTE: '1',
  }
  assert.deepEqual(
    findings({ env, files: pem }).map((f) => f.split(' ')[0]),
    ['certificatesPerMinute', 'tlsNames'],
  )
})

test('production requires a public URL', () => {
  const env = { ...production, ...tls, NORDGATE_PUBLIC_URL: '' }
  assert.match(findings({ env, files: pem }).join(), /^publicUrl is required in production/)
})

test('a sandbox that listens everywhere without a public URL is warned', () => {
  const env = { NORDGATE_HTTP: '0.0.0.0:8080' }
  assert.equal(read({ env }).warnings.length, 1)
  const named = { ...env, NORDGATE_PUBLIC_URL: 'http://sandbox.bank.example' }
  assert.equal(read({ env: named }).warnings.length, 0)
  assert.equal(read().warnings.length, 0)
})

test('what Kubernetes sets for a Service of this name is passed over, and nothing like it', () => {
  const address = 'tcp://10.0.171.239:8443'
  const env = {
    NORDGATE_SERVICE_HOST: '10.0.171.239',
    NORDGATE_SERVICE_PORT: '8443',
    NORDGATE_SERVICE_PORT_HTTPS: '8443',
    NORDGATE_PORT: address,
    NORDGATE_PORT_8443_TCP: address,
    NORDGATE_PORT_8443_TCP_PROTO: 'tcp',
    NORDGATE_PORT_8443_TCP_PORT: '8443',
    NORDGATE_PORT_8443_TCP_ADDR: '10.0.171.239',
    NORDGATE_POSTGRESQL_SERVICE_HOST: '10.0.171.240',
    NORDGATE_POSTGRESQL_PORT: 'tcp://10.0.171.240:5432',
  }
  assert.deepEqual(findings({ env }), [])
  const mistaken = {
    NORDGATE_PORT: '8443',
    NORDGATE_HTTP_PORT: '8080',
    NORDGATE_PORT_8443: address,
    NORDGATE_SERVICE: 'x',
    NORDGATE_HOST: '10.0.0.1',
  }
  assert.deepEqual(
    findings({ env: mistaken }).map((f) => f.split(' ')[0]),
    Object.keys(mistaken),
  )
})

test('the description has every key, its value and where it came from, and hides secrets', () => {
  const env = { DATABASE_URL: 'postgres://u:hidden@h/d', NORDGATE_HTTPS: '[::1]:0' }
  const text = describeConfig(read({ env, argv: ['--log-level', 'warn'] }))
  assert.equal(text.split('\n').length, Object.keys(keys).length)
  assert.match(text, /^databaseUrl +\(set, hidden\) +DATABASE_URL$/m)
  assert.match(text, /^https +\[::1\]:0 +NORDGATE_HTTPS$/m)
  assert.match(text, /^logLevel +warn +--log-level$/m)
  assert.match(text, /^publicUrl +\(not set\) +not set$/m)
  assert.match(text, /^trustedProxies +\(none\) +default$/m)
  assert.ok(!text.includes('hidden@'))
})

test('every default is a value that its key allows', () => {
  assert.deepEqual(findings({}), [])
  assert.deepEqual(findings({ env: { ...production, ...tls }, files: pem }), [])
})

test('docs/configuration.md is what the table prints (run `npm run docs`)', () => {
  const file = new URL('../../docs/configuration.md', import.meta.url)
  assert.equal(readFileSync(file, 'utf8'), configurationMarkdown(), 'run `npm run docs`')
})
