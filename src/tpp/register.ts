import type { Role } from '../kernel/caller.ts'
import { type Storage, statement } from '../storage/storage.ts'

/** A line of the bank's own register of TPPs. */
export interface Entry {
  id: string
  name: string
  roles: Role[]
  /** By its first call in the sandbox, from the authorities' register, or by the operator. */
  source: 'first-call' | 'register' | 'operator'
  blocked: boolean
}

export interface NewEntry {
  id: string
  name: string
  roles: readonly Role[]
}

/** What an operator does with the register; every change leaves an audit row. */
export const createRegister = (storage: Storage) => ({
  list: (): Promise<Entry[]> => storage.rows(listEntries, []),

  /** Adds a TPP, such as a bank acting as one; of one that is there, a block stays. */
  add: (entry: NewEntry, at: Temporal.Instant): Promise<void> =>
    storage.transaction(noteOf('add-tpp', { ...entry, tppId: entry.id }), async (tx) => {
      await tx.run(addEntry, [entry.id, entry.name, entry.roles, at])
    }),

  setBlocked: (id: string, blocked: boolean): Promise<void> =>
    storage.transaction(
      noteOf(blocked ? 'block-tpp' : 'unblock-tpp', { tppId: id }),
      async (tx) => {
        // Thrown in here, nothing is committed, not even the audit row.
        if ((await tx.run(setBlocked, [id, blocked])) === 0) {
          throw new Error(`There is no ${id} in the register.`)
        }
      },
    ),
})

const noteOf = (action: string, details: Record<string, unknown>) => ({
  ...{ actor: 'operator', action, requestId: null, details },
})

const listEntries = statement<[], Entry>(
  'tpp-list',
  'select id, name, roles, source, blocked from tpp order by id',
)

const addEntry = statement<
  [id: string, name: string, roles: readonly Role[], at: Temporal.Instant]
>(
  'tpp-add',
  `insert into tpp (id, name, roles, source, registered_at) values ($1, $2, $3, 'operator', $4)
   on conflict (id) do update
     set name = excluded.name, roles = excluded.roles, source = excluded.source`,
)

const setBlocked = statement<[id: string, blocked: boolean]>(
  'tpp-set-blocked',
  'update tpp set blocked = $2 where id = $1',
)
