import type { Finding } from '../kernel/problem.ts'
import { type KeyName, table, type Values } from './keys.ts'

export interface Judged {
  values: Values
  /** Keys whose value could not be read; a rule that looks at one of them stays silent. */
  wrong: ReadonlySet<KeyName>
  /** Was the key given by anybody, or is its default in force? */
  isGiven(name: KeyName): boolean
}

interface Rule {
  /** What the rule looks at; the first is the one to mend. */
  keys: readonly [KeyName, ...KeyName[]]
  text: string
  broken(values: Values): boolean
}

const isProduction = (values: Values) => values.environment === 'production'
const hasProxy = (values: Values) => values.trustedProxies.length > 0
const hasTls = ({ https, tlsCertificate, tlsKey }: Values) =>
  https !== 'off' && tlsCertificate !== undefined && tlsKey !== undefined

/** What must hold between keys, in any environment and in production. */
const rules: readonly Rule[] = [
  {
    keys: ['tlsKey', 'tlsCertificate'],
    text: 'and tlsCertificate come together; one of them is missing',
    broken: ({ tlsCertificate, tlsKey }) =>
      (tlsCertificate === undefined) !== (tlsKey === undefined),
  },
  {
    keys: ['bankKey', 'bankCertificate'],
    text: 'and bankCertificate come together; one of them is missing',
    broken: ({ bankCertificate, bankKey }) =>
      (bankCertificate === undefined) !== (bankKey === undefined),
  },
  {
    keys: ['https', 'http'],
    text: 'and http are both off; nobody could call',
    broken: ({ https, http }) => https === 'off' && http === 'off',
  },
  {
    keys: ['https', 'environment', 'tlsCertificate', 'tlsKey', 'trustedProxies'],
    text: 'has no TLS, which is refused in production: give tlsCertificate and tlsKey, or name in trustedProxies the proxy that ends TLS',
    broken: (values) => isProduction(values) && !hasTls(values) && !hasProxy(values),
  },
  {
    keys: ['https', 'environment', 'tlsCertificate', 'tlsKey', 'trustedProxies'],
    text: 'needs tlsCertificate and tlsKey in production, or must be off',
    broken: (values) =>
      isProduction(values) && hasProxy(values) && values.https !== 'off' && !hasTls(values),
  },
  {
    keys: ['http', 'environment', 'trustedProxies'],
    text: 'is refused in production unless trustedProxies names the proxy that ends TLS',
    broken: (values) => isProduction(values) && values.http !== 'off' && !hasProxy(values),
  },
  {
    keys: ['trustAnchors', 'environment'],
    text: 'is required in production: whose certificates are accepted must be said',
    broken: (values) => isProduction(values) && values.trustAnchors === undefined,
  },
  {
    keys: ['publicUrl', 'environment'],
    text: 'is required in production: links must name the address at which TPPs reach the bank',
    broken: (values) => isProduction(values) && values.publicUrl === undefined,
  },
  {
    keys: ['publicUrl', 'environment'],
    text: 'must be https in production',
    broken: (values) => isProduction(values) && values.publicUrl?.startsWith('http:') === true,
  },
]

export function brokenRules({ values, wrong, isGiven }: Judged): Finding[] {
  const broken = rules.filter(
    (rule) => !rule.keys.some((key) => wrong.has(key)) && rule.broken(values),
  )
  const { environment } = values
  const misplaced = table.filter(
    ([name, key]) => environment && key.only && key.only !== environment && isGiven(name),
  )
  return [
    ...broken.map(({ keys, text }) => ({ path: keys[0], text })),
    ...misplaced.map(([path, key]) => ({
      path,
      text: `is for the ${key.only} and means nothing in ${environment}; leave it out`,
    })),
  ]
}

/** What is allowed, yet rarely meant. */
export function warningsOf({ publicUrl, http, https }: Values): string[] {
  const everywhere = [http, https].some(
    (address) => address !== 'off' && ['0.0.0.0', '::'].includes(address.host),
  )
  if (publicUrl !== undefined || !everywhere) return []
  return ['publicUrl is not set: links will name the address listened on, which no TPP can reach']
}
