import { type KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/random.ts'
import { type Storage, statement } from '../../storage/storage.ts'
import { qcStatements, qcStatementsOid } from './qc-statements.ts'
import { newSerial } from './serial.ts'
import type { Issuer } from './x509.ts'

/** A certificate and its key, both in PEM. */
export interface Identity {
  certificate: string
  privateKey: string
}

export interface Identities {
  ca: Identity
  /** The seal with which the bank signs its answers. */
  bank: Identity
  tls: Identity
}

/** Production refuses to start when it trusts an authority of this organisation. */
export const sandboxOrganization = 'Nordgate Sandbox'

export interface IdentityParts {
  storage: Storage
  clock: Clock
  random: Random
  tlsNames: readonly string[]
}

type Name = keyof Identities

/** What each certificate lasts, and how long before its end a start makes a new one. */
const lifetimes: Record<Name, { days: number; renewedDays: number }> = {
  ca: { days: 3650, renewedDays: 365 },
  bank: { days: 730, renewedDays: 90 },
  tls: { days: 397, renewedDays: 60 },
}

/** Reads the sandbox's identities, making what is missing or near its end. */
export async function openIdentities(parts: IdentityParts): Promise<Identities> {
  const ca = await open('ca', parts, { fits: () => true, make: makeCa })
  const authority = new X509Certificate(ca.certificate)
  const ofCa = (certificate: X509Certificate) => certificate.checkIssued(authority)
  return {
    ca,
    bank: await open('bank', parts, { fits: ofCa, make: (making) => makeBank(making, ca) }),
    tls: await open('tls', parts, {
      fits: (certificate) => ofCa(certificate) && parts.tlsNames.every(isNamedBy(certificate)),
      make: (making) => makeTls(making, ca),
    }),
  }
}

const isNamedBy = (certificate: X509Certificate) => (name: string) =>
  (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined

interface Making extends IdentityParts {
  notBefore: Temporal.Instant
  notAfter: Temporal.Instant
}

interface Wanted {
  /** Whether one that was made before, perhaps with other settings, will still do. */
  fits(certificate: X509Certificate): boolean
  make(making: Making): Promise<Identity>
}

async function open(name: Name, parts: IdentityParts, { fits, make }: Wanted): Promise<Identity> {
  const { storage, clock } = parts
  const now = clock.now()
  const { days, renewedDays } = lifetimes[name]
  const known = await storage.row(readIdentity, [name])
  const freshUntil = now.add({ hours: renewedDays * 24 })
  const fresh = known && Temporal.Instant.compare(known.not_after, freshUntil) > 0
  if (fresh && fits(new X509Certificate(known.certificate))) return identityOf(known)
  // A day of slack for clients whose clock is behind.
  const notBefore = now.subtract({ hours: 24 })
  const notAfter = now.add({ hours: days * 24 })
  const made = await make({ ...parts, notBefore, notAfter })
  const note = { actor: 'nordgate', action: `make-${name}-certificate`, requestId: null }
  // Whoever comes second takes what the first has made: all processes are the same bank.
  const kept = await storage.transaction(note, (tx) =>
    tx.row(keepIdentity, [
      name,
      made.certificate,
      made.privateKey,
      notAfter,
      known?.certificate ?? null,
    ]),
  )
  return kept ? made : identityOf((await storage.row(readIdentity, [name])) ?? made)
}

async function makeCa({ notBefore, notAfter, random }: Making): Promise<Identity> {
  const { extensions, issue, newKey, privateKeyPem } = await import('./x509.ts')
  const { publicKey, privateKey } = await newKey('EC')
  const certificate = await issue(
    {
      serial: newSerial(random),
      subject: [
        ['C', 'NO'],
        ['O', sandboxOrganization],
        ['CN', 'Nordgate Sandbox CA'],
      ],
      publicKey,
      notBefore,
      notAfter,
      extensions: extensions.authority(),
    },
    { self: privateKey },
  )
  return { certificate, privateKey: privateKeyPem(privateKey) }
}

async function makeBank(making: Making, ca: Issuer): Promise<Identity> {
  const { extensions } = await import('./x509.ts')
  const content = qcStatements({
    use: 'seal',
    roles: ['PSP_AS'],
    ncaName: 'Finanstilsynet',
    ncaId: 'NO-FSA',
  })
  return makeSigned(making, ca, {
    commonName: 'Nordgate Sandbox Bank',
    extensions: [...extensions.seal(), ...extensions.raw(qcStatementsOid, content)],
  })
}

async function makeTls(making: Making, ca: Issuer): Promise<Identity> {
  const { extensions } = await import('./x509.ts')
  return makeSigned(making, ca, {
    commonName: making.tlsNames[0] ?? 'localhost',
    extensions: extensions.tls(['serverAuth'], [...making.tlsNames]),
  })
}

type Extensions = ReturnType<typeof import('./x509.ts')['extensions']['raw']>

async function makeSigned(
  { notBefore, notAfter, random }: Making,
  ca: Issuer,
  wanted: { commonName: string; extensions: Extensions },
): Promise<Identity> {
  const { extensions, issue, newKey, privateKeyPem } = await import('./x509.ts')
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } =
    await newKey('EC')
  const certificate = await issue(
    {
      serial: newSerial(random),
      subject: [
        ['C', 'NO'],
        ['O', sandboxOrganization],
        ['CN', wanted.commonName],
      ],
      publicKey,
      notBefore,
      notAfter,
      extensions: [...extensions.endEntity(), ...wanted.extensions],
    },
    ca,
  )
  return { certificate, privateKey: privateKeyPem(privateKey) }
}

interface IdentityRow {
  certificate: string
  private_key: string
  not_after: Temporal.Instant
}

const identityOf = (row: IdentityRow | Identity): Identity =>
  'private_key' in row ? { certificate: row.certificate, privateKey: row.private_key } : row

const readIdentity = statement<[Name], IdentityRow>(
  'sandbox-identity-read',
  'select certificate, private_key, not_after from sandbox_identity where name = $1',
)

const keepIdentity = statement<
  [Name, string, string, Temporal.Instant, replaces: string | null],
  { name: string }
>(
  'sandbox-identity-keep',
  `insert into sandbox_identity (name, certificate, private_key, not_after) values ($1, $2, $3, $4)
   on conflict (name) do update
     set certificate = $2, private_key = $3, not_after = $4
     where sandbox_identity.certificate = $5
   returning name`,
)
