import type { Role } from '../kernel/caller.ts'
import { type Queries, type Storage, statement } from '../storage/storage.ts'
import type { TppCertificate } from './certificate.ts'

/** How a TPP and its certificate stand in this bank's own books. */
export interface Standing {
  /** Null for a TPP that is not registered. */
  roles: Role[] | null
  blocked: boolean
  revoked: boolean
}

export type ReadStanding = (certificate: TppCertificate, at: Temporal.Instant) => Promise<Standing>

export interface StandingOptions {
  /** In the sandbox a TPP is registered by its first valid call, elsewhere it must be known. */
  registersOnFirstCall: boolean
  cacheMs: number
  cacheMax: number
}

/**
 * One statement for register and revocation together. Its answer may be reused for `cacheMs`: a
 * block or a revocation is in force everywhere within that time.
 */
export function createStanding(storage: Storage, options: StandingOptions): ReadStanding {
  const kept = new Map<string, { standing: Promise<Standing>; until: number }>()
  return (certificate, at) => {
    const now = at.epochMilliseconds
    const known = kept.get(certificate.fingerprint)
    if (known && now < known.until) return known.standing
    const standing = read(storage, certificate, options.registersOnFirstCall ? at : undefined)
    if (kept.size >= options.cacheMax) kept.clear()
    kept.set(certificate.fingerprint, { standing, until: now + options.cacheMs })
    standing.catch(() => kept.delete(certificate.fingerprint))
    return standing
  }
}

async function read(
  storage: Storage,
  certificate: TppCertificate,
  registerAt: Temporal.Instant | undefined,
): Promise<Standing> {
  const { organizationIdentifier: id = '', issuerHash, identity, qcStatements } = certificate
  const found = await storage.row(readStanding, [id, issuerHash, identity.serial])
  const { source = null, ...standing } = found ?? { roles: null, blocked: false, revoked: false }
  if (registerAt === undefined || standing.revoked) return standing
  const held = qcStatements?.psd2?.roles ?? []
  // A bank's own certificate, say: known for what it is, and refused by its role.
  if (held.length === 0) return { ...standing, roles: standing.roles ?? [] }
  const settled = source !== null && source !== 'first-call'
  if (settled || held.every((role) => standing.roles?.includes(role))) return standing
  const name = certificate.organizationName ?? id
  const registered = await storage.transaction(
    { actor: id, action: 'register-tpp', requestId: null },
    (tx) => tx.row(registerTpp, [id, name, held, registerAt]),
  )
  return { ...standing, roles: registered?.roles ?? standing.roles }
}

const readStanding = statement<
  [id: string, issuer: string, serial: string],
  Standing & { source: 'first-call' | 'register' | 'operator' | null }
>(
  'tpp-standing',
  `select tpp.roles, coalesce(tpp.blocked, false) as blocked, tpp.source,
     exists (select from revoked_certificate where issuer = $2 and serial = $3) as revoked
   from (select $1::text as id) as asked left join tpp using (id)`,
)

/** A TPP that comes back with more roles in a new test certificate gets them. */
const registerTpp = statement<
  [id: string, name: string, roles: readonly Role[], at: Temporal.Instant],
  { roles: Role[] }
>(
  'tpp-register',
  `insert into tpp (id, name, roles, source, registered_at) values ($1, $2, $3, 'first-call', $4)
   on conflict (id) do update
     set roles = array(select distinct unnest(tpp.roles || excluded.roles) order by 1)
     where tpp.source = 'first-call'
   returning roles`,
)

/** Puts a certificate on the revocation list. */
export const revoke = (
  tx: Queries,
  { issuerHash, identity }: Pick<TppCertificate, 'issuerHash' | 'identity'>,
  at: Temporal.Instant,
): Promise<number> => tx.run(insertRevoked, [issuerHash, identity.serial, at])

const insertRevoked = statement<[issuer: string, serial: string, at: Temporal.Instant]>(
  'tpp-revoke',
  `insert into revoked_certificate (issuer, serial, revoked_at) values ($1, $2, $3)
   on conflict do nothing`,
)
