import {
  accentColour,
  baseUrl,
  choice,
  isAddressRange,
  isHost,
  isOrigin,
  type Kind,
  list,
  listenAddress,
  path,
  postgresUrl,
  shortName,
  wholeNumber,
} from './kinds.ts'
import { worldKeys } from './world-keys.ts'

export type Environment = 'sandbox' | 'production'

export interface Key<T = unknown> {
  variable: string
  kind: Kind<T>
  /** Written as a person would write it; a key without one may stay unset. */
  default?: string | Record<Environment, string>
  unit?: string
  reason: string
  /** Never taken from a flag or from the configuration file, never shown. */
  secret?: true
  /** Given in the other environment, it is refused. */
  only?: Environment
  /** What differs between the environments, in words. */
  remark?: string
}

/** Every setting of Nordgate. `docs/configuration.md` is printed from here. */
export const keys = {
  environment: {
    variable: 'NORDGATE_ENVIRONMENT',
    kind: choice('sandbox', 'production'),
    default: 'sandbox',
    reason: 'One process serves one environment, so that test data and real money never meet.',
  },
  http: {
    variable: 'NORDGATE_HTTP',
    kind: listenAddress,
    default: { sandbox: '127.0.0.1:8080', production: 'off' },
    reason: 'Where plain HTTP is served: for a first try, and behind a proxy that ends TLS.',
    remark: 'In production only together with `trustedProxies`.',
  },
  https: {
    variable: 'NORDGATE_HTTPS',
    kind: listenAddress,
    default: { sandbox: '127.0.0.1:8443', production: '0.0.0.0:8443' },
    reason: 'Where HTTPS is served.',
    remark:
      'In production it needs `tlsCertificate` and `tlsKey`; without them it is off, which is allowed only together with `trustedProxies`.',
  },
  publicUrl: {
    variable: 'NORDGATE_PUBLIC_URL',
    kind: baseUrl,
    reason: 'Every link in an answer starts with it. Unset, it follows from what is listened on.',
    remark: 'Required in production, where it must be https.',
  },
  data: {
    variable: 'NORDGATE_DATA',
    kind: path('folder', 'a folder; it is made when missing'),
    default: '.nordgate',
    reason: 'Holds the database that Nordgate runs itself when it is given no other.',
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    kind: postgresUrl,
    secret: true,
    reason: 'The PostgreSQL server to use. Unset, Nordgate starts one of its own in `data`.',
  },
  databaseConnections: {
    variable: 'NORDGATE_DATABASE_CONNECTIONS',
    kind: wholeNumber(1, 200),
    default: '16',
    unit: 'connections',
    reason: 'How many connections this process opens at most; the server has to bear the sum.',
  },
  tlsCertificate: {
    variable: 'NORDGATE_TLS_CERTIFICATE',
    kind: path('file', 'a readable PEM file, the certificate first and its chain after it'),
    reason: 'Shown to whoever connects by HTTPS. Comes together with `tlsKey`.',
    remark: 'The sandbox makes its own when unset.',
  },
  tlsKey: {
    variable: 'NORDGATE_TLS_KEY',
    kind: path('file', 'a readable PEM file'),
    reason: 'The private key of `tlsCertificate`.',
    remark: 'The sandbox makes its own when unset.',
  },
  trustedProxies: {
    variable: 'NORDGATE_TRUSTED_PROXIES',
    kind: list('addresses or CIDR ranges', isAddressRange),
    default: '',
    reason: 'The proxies that end TLS: in production nobody else may speak plain HTTP.',
    remark:
      'They say for whom they ask in `X-Forwarded-For`, whose last address that is none of them counts for `ownPageVisitsPerMinute`. From anybody else that header is passed over, and its kin always.',
  },
  trustAnchors: {
    variable: 'NORDGATE_TRUST_ANCHORS',
    kind: path('folder', 'a folder of PEM files'),
    reason: 'The certificate authorities whose TPP certificates are accepted.',
    remark: 'Required in production; the sandbox always trusts its own CA as well.',
  },
  bankCertificate: {
    variable: 'NORDGATE_BANK_CERTIFICATE',
    kind: path('file', 'a readable PEM file'),
    reason: 'Sent with signed answers, so that a TPP can verify them. Comes with `bankKey`.',
    remark: 'The sandbox makes its own when unset; production then does not sign its answers.',
  },
  bankKey: {
    variable: 'NORDGATE_BANK_KEY',
    kind: path('file', 'a readable PEM file'),
    reason: 'Signs the answers. An elliptic-curve key costs far less per answer than RSA.',
    remark: 'The sandbox makes its own when unset; production then does not sign its answers.',
  },
  logLevel: {
    variable: 'NORDGATE_LOG_LEVEL',
    kind: choice('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    reason: 'The least important lines that are still written; `info` has one line per request.',
  },
  stopSeconds: {
    variable: 'NORDGATE_STOP_SECONDS',
    kind: wholeNumber(0, 600),
    default: '10',
    unit: 'seconds',
    reason: 'How long a stop waits for running requests before it cuts them off.',
  },
  certificateCache: {
    variable: 'NORDGATE_CERTIFICATE_CACHE',
    kind: wholeNumber(1, 1_000_000),
    default: '10000',
    unit: 'certificates',
    reason: 'How many parsed certificates are kept, so that a request does not pay for parsing.',
  },
  standingCacheMs: {
    variable: 'NORDGATE_STANDING_CACHE_MS',
    kind: wholeNumber(0, 60_000),
    default: '1000',
    unit: 'milliseconds',
    reason:
      'How long the standing of a TPP in the register is reused: a block may act so much late.',
  },
  brandName: {
    variable: 'NORDGATE_BRAND_NAME',
    kind: shortName,
    default: 'Nordgate',
    reason: "The bank's name on the pages that its customers see.",
  },
  brandAccent: {
    variable: 'NORDGATE_BRAND_ACCENT',
    kind: accentColour,
    reason: "The bank's colour on those pages; dark pages get a lighter shade of it.",
  },
  brandLogo: {
    variable: 'NORDGATE_BRAND_LOGO',
    kind: path('file', 'a readable SVG or PNG file of at most 32 KiB'),
    reason: 'Stands in the head of those pages instead of the name.',
  },
  frameAncestors: {
    variable: 'NORDGATE_FRAME_ANCESTORS',
    kind: list('origins such as https://tpp.example', isOrigin),
    default: '',
    reason:
      'Sites that may show those pages in a frame. Nobody else can: a frame hides who asks for the code.',
  },
  ownTransfersExempt: {
    variable: 'NORDGATE_OWN_TRANSFERS_EXEMPT',
    kind: choice('on', 'off'),
    default: 'on',
    reason:
      'Payments between accounts of the same owner need no approval within a valid session (RTS art. 15); `off` asks for it always.',
  },
  domesticReadableAtOnce: {
    variable: 'NORDGATE_DOMESTIC_READABLE_AT_ONCE',
    kind: choice('on', 'off'),
    default: 'off',
    reason:
      'Details and status of a domestic payment are unknown until it is approved, which is a known issue of the interface; `on` tells them from the start.',
  },
  bulkPaymentsMax: {
    variable: 'NORDGATE_BULK_PAYMENTS_MAX',
    kind: wholeNumber(1, 10_000),
    default: '1000',
    unit: 'payments',
    reason: 'How many payments one bulk payment may hold.',
  },
  basketPaymentsMax: {
    variable: 'NORDGATE_BASKET_PAYMENTS_MAX',
    kind: wholeNumber(1, 1000),
    default: '100',
    unit: 'payments',
    reason: 'How many payments one signing basket may hold.',
  },
  ownPagesPerMinute: {
    variable: 'NORDGATE_OWN_PAGES_PER_MINUTE',
    kind: wholeNumber(1, 100_000),
    default: '3000',
    unit: 'log-ins per minute',
    reason:
      "How often a log-in may begin on a bank's own page of consents, by everybody together; with one number 10 times.",
  },
  ownPageVisitsPerMinute: {
    variable: 'NORDGATE_OWN_PAGE_VISITS_PER_MINUTE',
    kind: wholeNumber(1, 1_000_000),
    default: '120',
    unit: 'requests per minute',
    reason:
      "How often one address (of IPv6, one /64) may ask for a bank's own page of consents before it is told to wait; each process counts for itself.",
    remark: 'Behind a proxy, name it in `trustedProxies`: all visitors would share its address.',
  },
  certificatesPerMinute: {
    variable: 'NORDGATE_CERTIFICATES_PER_MINUTE',
    kind: wholeNumber(0, 100_000),
    default: '120',
    unit: 'certificates per minute',
    only: 'sandbox',
    reason: 'How many test certificates are issued: making keys and signing costs CPU.',
  },
  sharedWorld: {
    variable: 'NORDGATE_SHARED_WORLD',
    kind: choice('on', 'off'),
    default: 'off',
    only: 'sandbox',
    reason: 'By default every TPP has a bank of its own; `on` gives all of them the same one.',
  },
  ...worldKeys,
  localAppBindings: {
    variable: 'NORDGATE_LOCAL_APP_BINDINGS',
    kind: choice('on', 'off'),
    default: 'off',
    only: 'sandbox',
    reason:
      "Look for a TPP's app bindings at `localhost` too; `off`, only the open internet is asked.",
  },
  tlsNames: {
    variable: 'NORDGATE_TLS_NAMES',
    kind: list('host names and addresses', isHost),
    default: 'localhost,127.0.0.1,::1',
    only: 'sandbox',
    reason: "The names in the sandbox's own TLS certificate; a client refuses any other.",
  },
} as const satisfies Record<string, Key>

export type KeyName = keyof typeof keys

type ValueOf<K> = K extends { kind: Kind<infer T> }
  ? K extends { default: unknown }
    ? T
    : T | undefined
  : never

/** The value of every key, typed by its row in the table. */
export type Values = { readonly [Name in KeyName]: ValueOf<(typeof keys)[Name]> }

/** The rows without their particular types, for code that treats all keys alike. */
export const table = Object.entries(keys) as unknown as readonly [KeyName, Key][]

/** `databaseUrl` is `--database-url` on the command line. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function defaultOf(key: Key, environment: Environment): string | undefined {
  return typeof key.default === 'object' ? key.default[environment] : key.default
}
