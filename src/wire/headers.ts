import { isIP } from 'node:net'
import type { TSchema } from 'typebox'
import { Type } from 'typebox'

/**
 * The headers of the interface. `valid` is applied whenever the header is there, whether an
 * operation requires it or not; `takes` completes the sentence "must be …".
 */
export interface HeaderRule {
  name: string
  meaning: string
  schema: TSchema
  takes: string
  valid(value: string): boolean
}

const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const geoPattern = '^GEO:-?[0-9]{1,2}(\\.[0-9]{1,10})?[,;]-?[0-9]{1,3}(\\.[0-9]{1,10})?$'

/** Of a header that may hold whatever a header may. */
export const anyText = 'text'

const text = (name: string, meaning: string, example?: string): HeaderRule => ({
  name,
  meaning,
  schema: Type.String(example === undefined ? {} : { examples: [example] }),
  takes: anyText,
  valid: () => true,
})

const pattern = (
  name: string,
  meaning: string,
  { expression, takes, example }: { expression: string; takes: string; example: string },
): HeaderRule => {
  const compiled = new RegExp(expression)
  return {
    name,
    meaning,
    schema: Type.String({ pattern: expression, examples: [example] }),
    takes,
    valid: (value) => compiled.test(value),
  }
}

const choice = (name: string, meaning: string, values: readonly string[]): HeaderRule => ({
  name,
  meaning,
  schema: Type.Enum([...values]),
  takes: `one of ${values.join(', ')}`,
  valid: (value) => values.includes(value),
})

const uuid = (name: string, meaning: string): HeaderRule =>
  pattern(name, meaning, {
    expression: uuidPattern,
    takes: 'a UUID',
    example: '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30',
  })

/** Carried by every signed request; checked by steps of their own. */
export const signingHeaders: HeaderRule[] = [
  pattern('X-Request-ID', 'Names the call; set by the TPP, unique for each one.', {
    expression: '^[!-~]{1,128}$',
    takes: '1 to 128 visible ASCII characters',
    example: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  }),
  text('Date', 'The time of the call in RFC 7231 form, at most 60 seconds off.'),
  text('TPP-Signature-Certificate', 'The signing certificate: base64 of its DER or PEM.'),
  text('Signature', 'The signature over the headers it lists.'),
  text('Digest', 'SHA-256 or SHA-512 of the body; required when there is one.'),
]

/** Checked by value when present. */
export const commonHeaders: HeaderRule[] = [
  text('x-accept-fix', 'Opts in to announced changes; several are separated by commas.'),
  text('TPP-Session-ID', 'The TPP’s own name for its session with the PSU.'),
  text('TPP-Redirect-URI', 'Where the PSU is sent after authentication.'),
  choice('TPP-Redirect-Preferred', '`false` asks for approval in the bank’s app.', [
    'true',
    'false',
  ]),
  text('TPP-Brand-Logging-Information', 'The TPP’s brand, as the PSU knows it.'),
  uuid('PSU-ID', 'The PSU, as named by this bank to this TPP.'),
  text('X-PSU-IDENTITY', 'Instead of PSU-ID: a Norwegian national identity or D-number.'),
  text('PSU-Corporate-ID', 'The corporate agreement, as named to this TPP.'),
  choice('PSU-Context', 'Private or on behalf of a company.', ['PRIVATE', 'CORPORATE']),
  {
    name: 'PSU-IP-Address',
    meaning: 'The address of the PSU’s device; sent exactly when the PSU asked for the access.',
    schema: Type.String({ examples: ['192.0.2.17'] }),
    takes: 'an IPv4 or IPv6 address',
    valid: (value) => isIP(value) !== 0,
  },
  {
    name: 'PSU-IP-Port',
    meaning: 'The port of the PSU’s device.',
    schema: Type.String({ pattern: '^[0-9]{1,5}$' }),
    takes: 'a port from 1 to 65535',
    valid: (value) => /^[1-9][0-9]{0,4}$/.test(value) && Number(value) <= 65535,
  },
  text('PSU-User-Agent', 'Forwarded from the PSU’s device.'),
  text('PSU-Accept', 'Forwarded from the PSU’s device.'),
  text('PSU-Accept-Charset', 'Forwarded from the PSU’s device.'),
  text('PSU-Accept-Encoding', 'Forwarded from the PSU’s device.'),
  text('PSU-Accept-Language', 'Forwarded from the PSU’s device.'),
  choice('PSU-HTTP-Method', 'Forwarded from the PSU’s device.', [
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
  ]),
  uuid('PSU-Device-ID', 'Forwarded id of the PSU’s device.'),
  {
    name: 'PSU-Geo-Location',
    meaning: 'Where the PSU is, as far as the TPP knows.',
    schema: Type.String({ pattern: geoPattern, examples: ['GEO:59.913900,10.752200'] }),
    takes: 'GEO:<latitude>,<longitude>',
    valid: isGeoLocation,
  },
]

const aboutDevice = [
  ...['PSU-IP-Address', 'PSU-IP-Port', 'PSU-User-Agent', 'PSU-Accept', 'PSU-Accept-Charset'],
  ...['PSU-Accept-Encoding', 'PSU-Accept-Language', 'PSU-HTTP-Method', 'PSU-Device-ID'],
  ...['PSU-Geo-Location', 'TPP-Brand-Logging-Information'],
].map((name) => ({ name, key: name.toLowerCase() }))

/** What a TPP forwards of the PSU's device, and its brand: for the audit log and nothing else. */
export function forwardedIn(headers: ReadonlyMap<string, string>): Record<string, string> {
  const forwarded: Record<string, string> = {}
  for (const { name, key } of aboutDevice) {
    const value = headers.get(key)
    if (value !== undefined) forwarded[name] = value
  }
  return forwarded
}

/** Headers that mean one thing: a second one of the same name is refused, not joined. */
export const singleHeaders: ReadonlySet<string> = new Set(
  [...signingHeaders, ...commonHeaders]
    .map(({ name }) => name.toLowerCase())
    .filter((name) => name !== 'x-accept-fix')
    .concat('content-type', 'content-length', 'host'),
)

function isGeoLocation(value: string): boolean {
  if (!new RegExp(geoPattern).test(value)) return false
  const [latitude, longitude] = value.slice(4).split(/[,;]/).map(Number)
  return Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
}

/** A header that must be there; one of several; or one that must have a value among its own. */
export type RequiredHeader = string | readonly string[] | { name: string; holding: string }

export const namesOf = (required: RequiredHeader): readonly string[] => {
  if (typeof required === 'string') return [required]
  return 'holding' in required ? [required.name] : required
}

const amountAsString = { name: 'x-accept-fix', holding: 'amount-as-string' }

/** What payments and baskets require. */
export const paymentHeaders = {
  create: [
    amountAsString,
    'TPP-Session-ID',
    'TPP-Redirect-URI',
    ['PSU-ID', 'X-PSU-IDENTITY'],
    'PSU-IP-Address',
  ],
  rest: [amountAsString, 'TPP-Redirect-URI'],
} as const satisfies Record<string, readonly RequiredHeader[]>

/** The values of a header that lists several. */
export const listedIn = (value: string): string[] =>
  value.split(',').map((each) => each.trim().toLowerCase())
