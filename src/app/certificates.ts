import { X509Certificate } from 'node:crypto'
import { type Config, readPemFile, readPemFolder } from '../config/config.ts'
import { createSignAnswer } from '../http/http.ts'
import { type Identities, sandboxOrganization } from '../sandbox/sandbox.ts'
import { certificatesInPem } from '../signing/signing.ts'

/** Whom this bank trusts, and with what it shows itself: from the configuration, or a sandbox's own. */

export function trustAnchors(
  { trustAnchors: folder, environment }: Config,
  identities?: Identities,
) {
  const anchors = folder === undefined ? [] : certificatesInPem(readPemFolder(folder))
  if (identities) anchors.push(new X509Certificate(identities.ca.certificate))
  const ofSandbox = anchors.some(({ subject }) => subject.includes(`O=${sandboxOrganization}`))
  if (environment === 'production' && ofSandbox) {
    throw new Error('Production must not trust a sandbox CA; take it out of the trust anchors.')
  }
  if (anchors.length === 0) throw new Error(`There is no certificate in the folder ${folder}.`)
  return anchors
}

export function signAnswer({ bankCertificate, bankKey }: Config, identities?: Identities) {
  if (bankCertificate !== undefined && bankKey !== undefined) {
    const seal = { certificate: readPemFile(bankCertificate), privateKey: readPemFile(bankKey) }
    return createSignAnswer(seal)
  }
  return identities && createSignAnswer(identities.bank)
}

export function listenersOptions(config: Config, identities?: Identities) {
  const { http, https, tlsCertificate, tlsKey, environment, trustedProxies } = config
  const tls =
    tlsCertificate !== undefined && tlsKey !== undefined
      ? { certificate: readPemFile(tlsCertificate), key: readPemFile(tlsKey) }
      : identities && { certificate: identities.tls.certificate, key: identities.tls.privateKey }
  return {
    http,
    https: https === 'off' || !tls ? ('off' as const) : { ...https, ...tls },
    // In production plain HTTP is for the proxy that ends TLS and for nobody else.
    ...(environment === 'production' && { httpOnlyFrom: trustedProxies }),
  }
}
