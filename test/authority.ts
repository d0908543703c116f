import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { systemClock } from '../src/kernel/clock.ts'
import { systemRandom } from '../src/kernel/random.ts'
import { type PspRole, qcStatements, qcStatementsOid } from '../src/sandbox/ca/qc-statements.ts'
import { newSerial } from '../src/sandbox/ca/serial.ts'
import { extensions, issue, newKey, privateKeyPem } from '../src/sandbox/ca/x509.ts'
import type { IssuedCertificate } from './sandbox.ts'

/** Certificate authorities and seals as a qualified trust service provider would make them. */

export interface Authority {
  certificate: string
  privateKey: string
}

type Extensions = ReturnType<typeof extensions.raw>

export interface AuthorityOptions {
  name?: string
  organization?: string
  issuer?: Authority
  /** Whether it is for authorities below it, too. */
  isRoot?: boolean
  expired?: boolean
}

export async function makeAuthority(options: AuthorityOptions = {}): Promise<Authority> {
  const { name = 'Nordic Trust Root', organization = 'Nordic Trust AS', issuer } = options
  const { publicKey, privateKey } = await newKey('EC')
  const now = systemClock.now()
  const certificate = await issue(
    {
      serial: newSerial(systemRandom),
      subject: [
        ['C', 'NO'],
        ['O', organization],
        ['CN', name],
      ],
      publicKey,
      notBefore: now.subtract({ hours: 48 }),
      notAfter: options.expired ? now.subtract({ hours: 1 }) : now.add({ hours: 48 }),
      extensions: options.isRoot ? await rootExtensions() : extensions.authority(),
    },
    issuer ?? { self: privateKey },
  )
  return { certificate, privateKey: privateKeyPem(privateKey) }
}

async function rootExtensions(): Promise<Extensions> {
  const { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension } = await import(
    '@peculiar/x509'
  )
  const uses = KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
  return [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(uses, true),
  ] as Extensions
}

export interface SealOptions {
  name?: string
  organizationIdentifier?: string
  roles?: readonly PspRole[]
  ncaId?: string
  /** Instead of those of a seal with QCStatements. */
  extensions?: Extensions
}

let lastNumber = 810_000_000

export async function makeSeal(
  issuer: Authority,
  options: SealOptions = {},
): Promise<IssuedCertificate> {
  const organizationIdentifier = options.organizationIdentifier ?? `PSDNO-FSA-${++lastNumber}`
  const { name = 'Fjordbudsjett AS', roles = ['PSP_AI', 'PSP_PI'], ncaId = 'NO-FSA' } = options
  const { publicKey, privateKey } = await newKey('EC')
  const now = systemClock.now()
  const content = qcStatements({ use: 'seal', roles, ncaName: 'Finanstilsynet', ncaId })
  const certificate = await issue(
    {
      serial: newSerial(systemRandom),
      subject: [
        ['C', 'NO'],
        ['O', name],
        ['2.5.4.97', organizationIdentifier],
        ['CN', name],
      ],
      publicKey,
      notBefore: now.subtract({ hours: 1 }),
      notAfter: now.add({ hours: 24 }),
      extensions: options.extensions ?? [
        ...extensions.endEntity(),
        ...extensions.seal(),
        ...extensions.raw(qcStatementsOid, content),
      ],
    },
    issuer,
  )
  return {
    organizationIdentifier,
    certificate,
    chain: issuer.certificate,
    privateKey: privateKeyPem(privateKey),
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-test-'))
  // A database's own user must be able to pass through.
  chmodSync(folder, 0o711)
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder of trust anchors, as an operator would fill it. */
export function trustFolder(...authorities: Authority[]): string {
  const folder = temporaryFolder()
  for (const [at, { certificate }] of authorities.entries()) {
    writeFileSync(join(folder, `authority-${at}.pem`), certificate)
  }
  return folder
}
