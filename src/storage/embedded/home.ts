import { access, constants, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Binaries,
  binariesIn,
  copyBinaries,
  isComplete,
  locatePackage,
  versionOf,
} from './binaries.ts'
import { type Account, isReachable } from './reach.ts'

const nobody: Account = { uid: 65_534, gid: 65_534 }

/** Where things go that must not lie in the data folder, since the database's user cannot enter it. */
const usualSharedHome = '/var/lib/nordgate'

/** Where the parts of one embedded server lie, and who runs it. */
export interface Home {
  /** The cluster as the data folder names it; a link when the cluster lies elsewhere. */
  clusterLink: string
  /** The cluster itself, when it was made already. */
  cluster: string | undefined
  /** New clusters and copies of the binaries go here. */
  folder: string
  /** The user to change to; undefined when the process stays who it is. */
  account: Account | undefined
  binaries: Binaries
}

export async function findHome(
  dataFolder: string,
  sharedHome: string = usualSharedHome,
): Promise<Home> {
  const clusterLink = join(dataFolder, 'postgres')
  const cluster = await existingCluster(clusterLink)
  const account = await chooseAccount(cluster)
  const own = account === undefined || (await isReachable(dataFolder, account))
  const folder = own ? dataFolder : await makeSharedHome(dataFolder, account, sharedHome)
  if (cluster !== undefined && account !== undefined && !(await isReachable(cluster, account))) {
    throw unreachable(cluster, account)
  }
  return { clusterLink, cluster, folder, account, binaries: await findBinaries(folder, account) }
}

async function existingCluster(clusterLink: string): Promise<string | undefined> {
  const found = await lstat(clusterLink).catch(() => undefined)
  if (found === undefined) return undefined
  return realpath(clusterLink).catch((cause) => {
    throw new Error(
      `${clusterLink} points to a database that is not there. ` +
        'Bring it back, or remove the link to start with an empty one.',
      { cause },
    )
  })
}

/** Root gives way to whoever owns the cluster, so that a bank made without root stays usable. */
async function chooseAccount(cluster: string | undefined): Promise<Account | undefined> {
  const me = process.getuid?.()
  if (cluster === undefined) return me === 0 ? nobody : undefined
  const { uid, gid } = await stat(cluster)
  if (me === 0) return { uid, gid }
  if (me === uid) return undefined
  throw new Error(
    `The database in ${cluster} belongs to user ${uid}, and this is user ${me}. ` +
      'Start as that user or as root, or choose another folder with NORDGATE_DATA.',
  )
}

async function makeSharedHome(
  dataFolder: string,
  account: Account,
  sharedHome: string,
): Promise<string> {
  try {
    await mkdir(sharedHome, { recursive: true, mode: 0o755 })
    await access(sharedHome, constants.W_OK)
    return await realpath(sharedHome)
  } catch (cause) {
    throw new Error(unreachable(dataFolder, account).message, { cause })
  }
}

function unreachable(folder: string, { uid }: Account): Error {
  return new Error(
    `The embedded PostgreSQL runs as user ${uid}, who cannot enter ${folder}. ` +
      'Set NORDGATE_DATA to a folder that this user can reach.',
  )
}

async function findBinaries(folder: string, account: Account | undefined): Promise<Binaries> {
  const found = locatePackage()
  const version = await versionOf(found)
  const usable =
    (await isComplete(found)) && (account === undefined || (await isReachable(found, account)))
  return binariesIn(usable ? found : await copyBinaries(found, folder), version)
}
