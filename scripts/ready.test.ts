import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'

interface Entry {
  version?: string
  [field: string]: unknown
}

const script = new URL('./ready.js', import.meta.url)
/** npm's variables of whoever runs the tests must not reach the script. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$|NODE_TEST)/i.test(name)),
)

/** A project with one local dependency and, in its lock file, whatever else a test needs. */
function project(t: TestContext, extra: Record<string, Entry> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ready-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['scripts', 'a']) mkdirSync(join(folder, name))
  copyFileSync(script, join(folder, 'scripts', 'ready.js'))
  const root = { name: 'p', version: '1.0.0', dependencies: { a: 'file:a' } }
  write(join(folder, 'package.json'), { ...root, type: 'module' })
  write(join(folder, 'a', 'package.json'), { name: 'a', version: '1.0.0' })
  const packages = {
    '': root,
    a: { version: '1.0.0' },
    'node_modules/a': { resolved: 'a', link: true },
    ...extra,
  }
  write(join(folder, 'package-lock.json'), {
    name: 'p',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages,
  })
  return folder
}

function write(file: string, content: object) {
  writeFileSync(file, JSON.stringify(content))
}

function ready(folder: string, env: Record<string, string> = {}, node = process.execPath) {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(node, [join(folder, 'scripts', 'ready.js')], {
    encoding: 'utf8',
    env: { ...clean, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache'), ...env },
  })
  return { status, output: stdout + stderr, durationMs: performance.now() - started }
}

/** Without npm, an attempt to install fails: so the answer tells whether one was made. */
const withoutNpm = { PATH: '/nowhere' }
const fits = (folder: string, env: Record<string, string> = {}) =>
  ready(folder, { ...withoutNpm, ...env }).status === 0

/** Installed as npm would have done it, with these packages on top. */
function installed(t: TestContext, wanted: Record<string, Entry>, found: Record<string, Entry>) {
  const folder = project(t, wanted)
  const packages = {
    a: { version: '1.0.0' },
    'node_modules/a': { resolved: 'a', link: true },
    ...found,
  }
  for (const path of ['node_modules/a', ...Object.keys(found)])
    mkdirSync(join(folder, path), { recursive: true })
  write(join(folder, 'node_modules', '.package-lock.json'), { packages })
  return folder
}

test('installs what is missing with one line, and says nothing the next time', (t) => {
  const folder = project(t)
  const first = ready(folder)
  assert.equal(first.status, 0, first.output)
  assert.match(first.output, /^Installing 1 packages \(once; this needs the network\) …\n$/)
  assert.ok(existsSync(join(folder, 'node_modules', 'a', 'package.json')))
  const second = ready(folder, withoutNpm)
  assert.deepEqual([second.status, second.output], [0, ''])
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.ready')),
    [],
  )
})

test('npm is run by the path it gave us, when there is none on the PATH', (t) => {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const npm = realpathSync(onPath.find((file) => existsSync(file))!)
  if (!npm.endsWith('npm-cli.js')) return t.skip('npm is a script of its own here')
  const folder = project(t)
  assert.equal(ready(folder, { ...withoutNpm, npm_execpath: npm }).status, 0)
  assert.equal(ready(project(t), { ...withoutNpm, npm_execpath: '/x/yarn.js' }).status, 1)
})

test('a package of another version, without its folder or with other content is missing', (t) => {
  const b = { version: '1.0.0', integrity: 'sha512-b' }
  const wanted = { 'node_modules/b': b }
  assert.ok(fits(installed(t, wanted, wanted)))
  assert.ok(!fits(installed(t, wanted, {})))
  assert.ok(!fits(installed(t, wanted, { 'node_modules/b': { ...b, version: '1.0.1' } })))
  assert.ok(!fits(installed(t, wanted, { 'node_modules/b': { ...b, integrity: 'sha512-c' } })))
  const folder = installed(t, wanted, wanted)
  rmSync(join(folder, 'node_modules', 'b'), { recursive: true })
  assert.ok(!fits(folder))
})

test('a package inside another package counts too', (t) => {
  assert.ok(!fits(installed(t, { 'node_modules/a/node_modules/b': { version: '1.0.0' } }, {})))
})

test('a package for another system, processor or C library is not wanted', (t) => {
  const other = { os: 'plan9', cpu: 'z80', libc: 'other' }
  const here = { os: process.platform, cpu: process.arch }
  const b = (fields: object) =>
    installed(t, { 'node_modules/b': { version: '1.0.0', ...fields } }, {})
  for (const field of ['os', 'cpu', 'libc'] as const) {
    assert.ok(fits(b({ [field]: other[field] })), field)
    assert.ok(fits(b({ [field]: [other[field]] })), field)
  }
  for (const field of ['os', 'cpu'] as const) {
    assert.ok(fits(b({ [field]: [`!${here[field]}`] })), field)
    assert.ok(!fits(b({ [field]: [`!${other[field]}`] })), field)
    assert.ok(!fits(b({ [field]: here[field] })), field)
    assert.ok(!fits(b({ [field]: [other[field], here[field]] })), field)
  }
})

test('packages for development are wanted, unless npm was told to leave them out', (t) => {
  const folder = installed(t, { 'node_modules/b': { version: '1.0.0', dev: true } }, {})
  assert.ok(!fits(folder))
  assert.ok(fits(folder, { NODE_ENV: 'production' }))
  assert.ok(!fits(folder, { NODE_ENV: 'production', npm_config_include: 'dev' }))
  assert.ok(fits(folder, { npm_config_omit: 'optional\n\ndev' }))
  assert.ok(!fits(folder, { npm_config_omit: 'optional' }))
})

test('optional packages are wanted, unless npm was told to leave them out', (t) => {
  const folder = installed(t, { 'node_modules/b': { version: '1.0.0', optional: true } }, {})
  assert.ok(!fits(folder))
  assert.ok(fits(folder, { npm_config_omit: 'optional' }))
})

test('a complete folder is found so at once, even read-only', (t) => {
  const many: Record<string, Entry> = {}
  for (let n = 0; n < 300; n++) many[`node_modules/p${n}`] = { version: '1.0.0' }
  const folder = installed(t, many, many)
  const empty = join(folder, 'empty.js')
  writeFileSync(empty, '')
  const started = performance.now()
  spawnSync(process.execPath, [empty])
  const bareMs = performance.now() - started
  spawnSync('chmod', ['-R', 'a-w', folder])
  const { status, output, durationMs } = ready(folder, withoutNpm)
  spawnSync('chmod', ['-R', 'u+w', folder])
  assert.deepEqual([status, output], [0, ''])
  assert.ok(durationMs < bareMs + 1500, `${durationMs} ms, an empty program ${bareMs} ms`)
})

test('a failed installation says what to do', (t) => {
  const folder = project(t)
  write(join(folder, 'package.json'), { name: 'p', dependencies: { a: 'file:a', b: '1.0.0' } })
  const { status, output } = ready(folder)
  assert.equal(status, 1)
  assert.match(
    output,
    /npm could not install the packages\.\nWhat to do: .*cannot reach the registry/,
  )
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.ready')),
    [],
  )
  assert.match(ready(project(t), withoutNpm).output, /npm could not be started \(ENOENT\)/)
})

test('a broken lock file is told', (t) => {
  const folder = project(t)
  writeFileSync(join(folder, 'package-lock.json'), '{')
  const { status, output } = ready(folder)
  assert.equal(status, 1)
  assert.match(output, /package-lock\.json is missing or broken/)
})

test('two at once do not wreck each other: one installs, the other waits', async (t) => {
  const folder = project(t)
  const env = { ...clean, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') }
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, [join(folder, 'scripts', 'ready.js')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  )
  const texts = await Promise.all(children.map(endOf))
  assert.deepEqual(
    texts.map(({ status }) => status),
    [0, 0, 0, 0],
    texts.map(({ text }) => text).join(),
  )
  assert.equal(texts.filter(({ text }) => text.includes('Installing')).length, 1)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.ready')),
    [],
  )
})

test('the lock of a process that is gone does not hold anybody up', (t) => {
  const folder = project(t)
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  mkdirSync(join(folder, '.ready-lock'))
  writeFileSync(join(folder, '.ready-lock', 'pid'), String(pid))
  assert.equal(ready(folder).status, 0)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.ready')),
    [],
  )
})

test('a program that is given runs with a Node that is new enough, and its code is handed on', (t) => {
  const folder = project(t)
  writeFileSync(
    join(folder, 'program.ts'),
    'console.log(process.argv.slice(2) as string[]); process.exit(7)',
  )
  const words = [join(folder, 'scripts', 'ready.js'), join(folder, 'program.ts'), '--http', 'off']
  const env = { ...clean, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') }
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', env })
  assert.deepEqual([status, stdout], [7, "[ '--http', 'off' ]\n"])
})

const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
  const { stdout } = spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return stdout && Number.parseInt(stdout, 10) < 26
})

test('an old Node is refused plainly when no new one came with the packages', {
  skip: !oldNode,
}, (t) => {
  const { status, output } = ready(project(t), {}, oldNode)
  assert.equal(status, 1)
  assert.match(output, /Nordgate needs Node 26 or later; this is Node \d+\.\d+\.\d+, and none came/)
})

test('an old Node hands signals and code of the program on', { skip: !oldNode }, async (t) => {
  const folder = project(t)
  mkdirSync(join(folder, 'b'))
  const b = { name: 'b', version: '1.0.0', bin: { node: 'node' } }
  write(join(folder, 'b', 'package.json'), b)
  writeFileSync(join(folder, 'b', 'node'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`, {
    mode: 0o755,
  })
  const file = join(folder, 'package-lock.json')
  const lockFile = JSON.parse(readFileSync(file, 'utf8'))
  Object.assign(lockFile.packages, { b, 'node_modules/b': { resolved: 'b', link: true } })
  lockFile.packages[''].dependencies.b = 'file:b'
  write(file, lockFile)
  write(join(folder, 'package.json'), { ...lockFile.packages[''], type: 'module' })
  writeFileSync(
    join(folder, 'program.js'),
    `process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000); console.error('up ' + process.version)`,
  )
  const env = { ...clean, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') }
  const words = [join(folder, 'scripts', 'ready.js'), join(folder, 'program.js')]
  const child = spawn(oldNode!, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.on('data', (chunk) => String(chunk).includes('up ') && child.kill('SIGTERM'))
  const { status, text } = await endOf(child)
  assert.equal(status, 3, text)
  assert.match(text, new RegExp(`up ${process.version}`))
})

async function endOf(child: ChildProcess): Promise<{ status: unknown; text: string }> {
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  const [status] = await once(child, 'close')
  return { status, text }
}
