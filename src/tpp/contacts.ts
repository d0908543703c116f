import type { Caller } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import { type Storage, statement, type Transaction } from '../storage/storage.ts'
import type {
  readContactInformation,
  registerContactInformation,
} from '../wire/contact-information.ts'
import type { Input, Output } from '../wire/operation.ts'
import { isRoleAddress } from './role-address.ts'

/** One address for operational notices for each TPP; nobody sees or sets another's. */
export const createContacts = (storage: Storage) => ({
  async read(
    caller: Caller,
    { path }: Input<typeof readContactInformation>,
  ): Promise<Output<typeof readContactInformation>> {
    requireOwn(caller, path.tppId)
    const contact = await storage.row(readContact, [caller.tppId])
    if (!contact) throw unknown()
    return contact
  },

  async register(
    caller: Caller,
    { path, body }: Input<typeof registerContactInformation>,
    tx: Transaction,
  ): Promise<Output<typeof registerContactInformation>> {
    requireOwn(caller, path.tppId)
    if (!isRoleAddress(body.email, caller.tppName)) {
      const text =
        'must be the address of a role, such as psd2-operations@ or support@, not a person’s'
      throw new Problem('FORMAT_ERROR', 'People leave and roles stay:', {
        findings: [{ path: 'body/email', text }],
      })
    }
    await tx.run(registerContact, [caller.tppId, body.email, caller.now])
    return { email: body.email }
  },
})

/** Another TPP's id is answered like one that does not exist. */
function requireOwn({ tppId }: Caller, asked: string): void {
  if (asked !== tppId && `PSD${asked}` !== tppId) throw unknown()
}

const unknown = (): Problem =>
  new Problem('RESOURCE_UNKNOWN', 'There is no contact information for this TPP.')

const readContact = statement<[tppId: string], { email: string }>(
  'tpp-contact-read',
  'select email from tpp_contact where tpp_id = $1',
)

const registerContact = statement<[tppId: string, email: string, at: Temporal.Instant]>(
  'tpp-contact-register',
  `insert into tpp_contact (tpp_id, email, changed_at) values ($1, $2, $3)
   on conflict (tpp_id) do update set email = excluded.email, changed_at = excluded.changed_at`,
)
export type Contacts = ReturnType<typeof createContacts>
