import { type Static, Type } from 'typebox'
import { Link, link } from './link.ts'
import { contract } from './operation.ts'
import { TppMessage, tppMessage } from './tpp-message.ts'

const tag = 'Consents'

export const ScaRedirect = Type.Object(
  { _links: Type.Object({ scaRedirect: Link }) },
  { title: 'ScaRedirect' },
)

/** The body of every answer that asks for the PSU: the link and, but for one case, nothing else. */
export const toScaRedirect = (href: string) => ({ _links: { scaRedirect: link(href, 'GET') } })

export const ScaNeeded = Type.Object(
  {
    _links: Type.Object({ scaRedirect: Link }),
    tppMessages: Type.Optional(
      Type.Array(TppMessage, {
        description: 'Only where the PSU logs in for a session and the request has named none.',
      }),
    ),
  },
  { title: 'ScaNeeded' },
)

/** The 401 of a log-in that would begin nothing, so that the TPP does not ask for it again and again. */
export const toScaNeededForNothing = (href: string): Static<typeof ScaNeeded> => ({
  ...toScaRedirect(href),
  tppMessages: [
    tppMessage(
      'WARNING',
      'HTTP_HEADER_REQUIRED',
      'This needs a session. Send the request with TPP-Session-ID, a name of your own for it, and ' +
        'lead the PSU to the link that you get then: without it a log-in begins no session, and ' +
        'the same request is answered like this again.',
      'header TPP-Session-ID',
    ),
  ],
})

export const scaExample = 'https://bank.example/sca/q7Zr0oG4mYxH2vKc9TfLw1uEdJ5sNbXa8iPQyRkVhC0'
const example = toScaRedirect(scaExample)

export const offerConsent = contract({
  id: 'offer-bank-consent',
  tag,
  summary: 'Ask the PSU for consent at the bank',
  description:
    'The PSU logs in, chooses whom to act for where that is open, and ticks the accounts that ' +
    'the TPP may see; what is granted already is ticked beforehand, and unticking takes it back.',
  answer: {
    status: 201,
    description: 'Where the PSU is to be sent.',
    schema: ScaRedirect,
    example,
  },
})

const successor = '/v1/bank-offered-consents'

/** When the operation was announced to go, and when its time was over; the docs say why that day. */
export const consentsDeprecation = (publicUrl: string) => ({
  Deprecation: '@1724889600',
  Sunset: 'Wed, 05 Feb 2025 00:00:00 GMT',
  Link: `<${publicUrl}${successor}>; rel="successor-version"`,
})

export const createConsent = contract({
  id: 'create-consent',
  tag,
  summary: 'Deprecated: ask the PSU for consent',
  description: `Use \`POST ${successor}\`, which does the same. The body is ignored.`,
  body: Type.Optional(Type.Unknown()),
  bodyExample: {},
  answer: {
    status: 201,
    description: 'Where the PSU is to be sent.',
    schema: ScaRedirect,
    example,
    headers: {
      Deprecation: 'Since when the operation is deprecated (RFC 9745).',
      Sunset: 'From when on it may be gone (RFC 8594).',
      Link: 'The operation that takes its place.',
    },
  },
})
