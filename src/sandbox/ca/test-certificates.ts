import type { Visitor } from '../../kernel/caller.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Random } from '../../kernel/random.ts'
import { type Storage, statement } from '../../storage/storage.ts'
import { parseCertificateHeader, revoke } from '../../tpp/tpp.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type { issueCertificate } from '../../wire/sandbox-certificates.ts'
import type { Identity } from './identities.ts'
import { pspRole, qcStatements, qcStatementsOid } from './qc-statements.ts'
import { newSerial } from './serial.ts'
import type { CertificateRequest, SubjectPart } from './x509.ts'

type Order = Input<typeof issueCertificate>['body']

export interface TestCertificateParts {
  storage: Storage
  random: Random
  ca: Identity
  /** Where the revocation list is served; written into every certificate. */
  crlUrl(): string
  perMinute: number
}

/** The sandbox CA as a service to TPP developers: real certificates, sound ones and broken ones. */
export const createTestCertificates = (parts: TestCertificateParts) => ({
  async issue(
    { now }: Visitor,
    { body: order }: Input<typeof issueCertificate>,
  ): Promise<Output<typeof issueCertificate>> {
    const { issue, newKey, privateKeyPem } = await import('./x509.ts')
    const serial = newSerial(parts.random)
    const organizationIdentifier = order.organizationIdentifier ?? newOrganization(parts.random)
    await register(parts, { serial, organizationIdentifier, order }, now)
    const { publicKey, privateKey } = await newKey(
      order.defect === 'weak-key' ? 'RSA-1024' : (order.key ?? 'RSA'),
    )
    const issuer = order.defect === 'unknown-ca' ? await strangersCa(parts, now) : parts.ca
    const request = await describe(order, { organizationIdentifier, crlUrl: parts.crlUrl() }, now)
    const certificate = await issue({ ...request, serial, publicKey }, issuer)
    if (order.defect === 'revoked') await putOnList(parts.storage, certificate, now)
    return {
      organizationIdentifier,
      certificate,
      chain: issuer.certificate,
      privateKey: privateKeyPem(privateKey),
    }
  },

  readCa: async (): Promise<string> => parts.ca.certificate,

  async readCrl({ now }: Visitor): Promise<Buffer> {
    const { revocationList } = await import('./x509.ts')
    const { issuerHash } = parse(parts.ca.certificate)
    const revoked = await parts.storage.rows(readRevoked, [issuerHash])
    return revocationList(parts.ca, revoked, { from: now, to: now.add({ hours: 24 }) })
  },
})

const daysOf = (days: number) => ({ hours: days * 24 })

function period(defect: Order['defect'], now: Temporal.Instant) {
  if (defect === 'expired') return { from: now.subtract(daysOf(91)), to: now.subtract(daysOf(1)) }
  if (defect === 'not-yet-valid') return { from: now.add(daysOf(1)), to: now.add(daysOf(91)) }
  return { from: now.subtract({ hours: 1 }), to: now.add(daysOf(90)) }
}

async function describe(
  { name, kind, roles, defect }: Order,
  { organizationIdentifier, crlUrl }: { organizationIdentifier: string; crlUrl: string },
  now: Temporal.Instant,
): Promise<Omit<CertificateRequest, 'serial' | 'publicKey'>> {
  const { extensions } = await import('./x509.ts')
  const ncaId = organizationIdentifier.slice(3).split('-').slice(0, 2).join('-')
  const ncaName = ncaId === 'NO-FSA' ? 'Finanstilsynet' : `The authority ${ncaId}`
  const use = kind === 'QWAC' ? 'web' : 'seal'
  const statements = qcStatements({
    use,
    roles: roles.map((role) => pspRole[role]),
    ncaName,
    ncaId,
  })
  const { from, to } = period(defect, now)
  const identifier: SubjectPart[] =
    defect === 'no-organization-identifier' ? [] : [['2.5.4.97', organizationIdentifier]]
  return {
    subject: [['C', ncaId.slice(0, 2)], ['O', name], ...identifier, ['CN', name]],
    notBefore: from,
    notAfter: to,
    extensions: [
      ...extensions.endEntity(),
      ...extensions.revocation(crlUrl),
      ...(use === 'web' ? extensions.tls(['serverAuth', 'clientAuth'], []) : extensions.seal()),
      ...(defect === 'no-qcstatement' ? [] : extensions.raw(qcStatementsOid, statements)),
    ],
  }
}

/** An authority that nobody trusts: made for one certificate, its key forgotten at once. */
async function strangersCa({ random }: TestCertificateParts, now: Temporal.Instant) {
  const { extensions, issue, newKey, privateKeyPem } = await import('./x509.ts')
  const { publicKey, privateKey } = await newKey('EC')
  const certificate = await issue(
    {
      serial: newSerial(random),
      subject: [
        ['C', 'NO'],
        ['CN', 'Unknown CA'],
      ],
      publicKey,
      notBefore: now.subtract(daysOf(1)),
      notAfter: now.add(daysOf(91)),
      extensions: extensions.authority(),
    },
    { self: privateKey },
  )
  return { certificate, privateKey: privateKeyPem(privateKey) }
}

const newOrganization = (random: Random): string =>
  `PSDNO-FSA-9${(random.bytes(4).readUInt32BE() % 100_000_000).toString().padStart(8, '0')}`

async function register(
  { storage, perMinute }: TestCertificateParts,
  issued: { serial: string; organizationIdentifier: string; order: Order },
  now: Temporal.Instant,
): Promise<void> {
  const { serial, organizationIdentifier, order } = issued
  const note = { actor: organizationIdentifier, action: 'issue-certificate', requestId: null }
  await storage.transaction(note, async (tx) => {
    await tx.row(takeTurn, [])
    const latest = await tx.row(readLatest, [now.subtract({ minutes: 1 })])
    if ((latest?.count ?? 0n) >= BigInt(perMinute)) {
      const free = (latest?.oldest ?? now).add({ minutes: 1 })
      const seconds = Math.max(1, Math.ceil(now.until(free).total('seconds')))
      const message = `The sandbox issues ${perMinute} certificates a minute; try again in ${seconds} s.`
      throw new Problem('ACCESS_EXCEEDED', message, { headers: { 'Retry-After': `${seconds}` } })
    }
    await tx.run(insertIssued, [serial, organizationIdentifier, order.defect ?? null, now])
  })
}

async function putOnList(storage: Storage, pem: string, now: Temporal.Instant): Promise<void> {
  const note = { actor: 'nordgate', action: 'revoke-certificate', requestId: null }
  await storage.transaction(note, (tx) => revoke(tx, parse(pem), now))
}

const parse = (pem: string) => parseCertificateHeader(Buffer.from(pem).toString('base64'))

/** Makes the count exact however many ask at once; a statement of its own, so that the count sees
 * what the one before has inserted. */
const takeTurn = statement<[], unknown>(
  'sandbox-certificate-turn',
  `select pg_advisory_xact_lock(hashtext('sandbox-certificate'))`,
)

const readLatest = statement<
  [since: Temporal.Instant],
  { count: bigint; oldest: Temporal.Instant | null }
>(
  'sandbox-certificate-latest',
  'select count(*), min(issued_at) as oldest from sandbox_certificate where issued_at > $1',
)

const insertIssued = statement<[string, string, string | null, Temporal.Instant]>(
  'sandbox-certificate-insert',
  `insert into sandbox_certificate (serial, organization_identifier, defect, issued_at)
   values ($1, $2, $3, $4)`,
)

const readRevoked = statement<[issuer: string], { serial: string; at: Temporal.Instant }>(
  'sandbox-crl-read',
  `select serial, revoked_at as at from revoked_certificate where issuer = $1 order by revoked_at`,
)

export type TestCertificates = ReturnType<typeof createTestCertificates>
