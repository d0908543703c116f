import { systemClock } from '../kernel/clock.ts'
import { createRegister, type Entry, isTppId } from '../tpp/tpp.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

type Register = ReturnType<typeof createRegister>

export const tpp: Command = {
  name: 'tpp',
  summary: 'list, add, block and unblock TPPs in the register',
  help: `nordgate tpp list [flags of serve]
nordgate tpp add ID NAME ROLES [flags of serve]
nordgate tpp block ID [flags of serve]
nordgate tpp unblock ID [flags of serve]

Works on the bank's own register, beside the service, which follows within a second (the setting
standingCacheMs). ID is the organizationIdentifier in the TPP's certificate. \`add\` is for TPPs that no
register has, such as banks; of one that is there already it sets name and roles. A role must stand
in the register and in the certificate. Every change is written into the audit table.

  nordgate tpp add PSDNO-FSA-987654321 "Viddebanken" AISP,PISP
  nordgate tpp block PSDNO-FSA-912345678`,
  async run([action = '', ...words]) {
    const does = Object.hasOwn(actions, action) && actions[action as keyof typeof actions]
    if (!does) throw new UsageError('Write: nordgate tpp list, add, block or unblock; see --help')
    const given = words.slice(0, does.takes.length)
    if (given.length < does.takes.length || given.some((word) => word.startsWith('-'))) {
      throw new UsageError(`It takes ${does.takes.join(' ')}; see nordgate tpp --help`)
    }
    const work = does.read(given)
    await withDatabase(words.slice(given.length), async (storage) => {
      process.stdout.write(await work(createRegister(storage)))
    })
  },
}

interface Action {
  takes: readonly string[]
  /** Refuses what was mistyped before the database is opened; the work returns what to print. */
  read(words: readonly string[]): (register: Register) => Promise<string>
}

const actions = {
  list: {
    takes: [],
    read: () => async (register) => {
      const entries = await register.list()
      return entries.length === 0 ? 'There is no TPP yet.\n' : entries.map(printEntry).join('')
    },
  },
  add: {
    takes: ['ID', 'NAME', 'ROLES'],
    read: ([id = '', name = '', list = '']) => {
      const entry = { id: readId(id), name: readName(name), roles: readRoles(list) }
      return async (register) => {
        await register.add(entry, systemClock.now())
        return `${id} is in the register.\n`
      }
    },
  },
  block: { takes: ['ID'], read: ([id = '']) => blocking(id, true) },
  unblock: { takes: ['ID'], read: ([id = '']) => blocking(id, false) },
} as const satisfies Record<string, Action>

function blocking(id: string, blocked: boolean): (register: Register) => Promise<string> {
  readId(id)
  return async (register) => {
    await register.setBlocked(id, blocked)
    return `${id} is ${blocked ? 'blocked' : 'no longer blocked'}.\n`
  }
}

function readId(id: string): string {
  if (isTppId(id)) return id
  throw new UsageError(`An id looks like PSDNO-FSA-912345678 (PSD<country>-<authority>-<id>).`)
}

function readName(name: string): string {
  if (name.trim() !== '' && !/\p{C}/u.test(name)) return name.trim()
  throw new UsageError('A TPP needs a name.')
}

function readRoles(list: string): ('AISP' | 'PISP')[] {
  const roles = list.split(',').map((role) => role.trim().toUpperCase())
  const known = (['AISP', 'PISP'] as const).filter((role) => roles.includes(role))
  if (known.length > 0 && known.length === new Set(roles).size) return known
  throw new UsageError('ROLES is AISP, PISP or AISP,PISP.')
}

const printEntry = ({ id, name, roles, source, blocked }: Entry): string =>
  `${id}  ${roles.join(',') || 'no role'}  ${source}${blocked ? '  BLOCKED' : ''}  ${name}\n`
