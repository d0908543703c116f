import { Type } from 'typebox'
import { Link } from './link.ts'
import { contract } from './operation.ts'
import {
  authorisationExample,
  common,
  followed,
  paymentNouns,
  paymentPath,
  type Service,
  unknown,
} from './payments.ts'

const ScaStatus = Type.Enum(
  ['received', 'psuIdentified', 'psuAuthenticated', 'finalised', 'failed'],
  {
    title: 'ScaStatus',
    description: 'How far the PSU has come; `failed` also when the time is over.',
  },
)

/** Those of payments, of cancellations and of baskets are alike. */
export const StartedAuthorisation = Type.Object(
  {
    authorisationId: Type.String(),
    scaStatus: ScaStatus,
    _links: Type.Object({ scaRedirect: Link, scaStatus: Link }),
  },
  { title: 'StartedAuthorisation' },
)

export const AuthorisationIds = Type.Object(
  { authorisationIds: Type.Array(Type.String()) },
  { title: 'AuthorisationIds' },
)

export const AuthorisationStatus = Type.Object(
  { scaStatus: ScaStatus },
  { title: 'AuthorisationStatus' },
)

export const NoMembers = Type.Object({}, { title: 'NoMembers', additionalProperties: false })

const authorisationPath = Type.Object({
  ...paymentPath.properties,
  authorisationId: Type.String({ description: 'From the link `scaStatus`.' }),
})

const kinds = {
  authorisations: { noun: 'authorisation', of: 'the payment' },
  'cancellation-authorisations': {
    noun: 'cancellation-authorisation',
    of: 'the payment’s cancellation',
  },
} as const
export type AuthorisationKind = keyof typeof kinds

export const startAuthorisation = (service: Service, kind: AuthorisationKind) =>
  contract({
    ...common,
    id: `start-${paymentNouns[service]}-${kinds[kind].noun}`,
    summary: `Let the PSU approve ${kinds[kind].of}`,
    description: 'Any number may be started; the first one that the PSU completes counts.',
    path: paymentPath,
    body: Type.Optional(NoMembers),
    bodyExample: {},
    answer: {
      status: 201,
      description: 'Where the PSU is to be sent, and where to follow it.',
      schema: StartedAuthorisation,
      example: {
        authorisationId: authorisationExample,
        scaStatus: 'received',
        _links: followed(service, kind),
      },
    },
    refusals: [...unknown, 'CONFLICT'],
  })

export const listAuthorisations = (service: Service, kind: AuthorisationKind) =>
  contract({
    ...common,
    id: `list-${paymentNouns[service]}-${kinds[kind].noun}s`,
    summary: `List the authorisations of ${kinds[kind].of}`,
    path: paymentPath,
    answer: {
      status: 200,
      description: 'Their ids, the oldest first.',
      schema: AuthorisationIds,
      example: { authorisationIds: [authorisationExample] },
    },
    refusals: [...unknown],
  })

export const readAuthorisation = (service: Service, kind: AuthorisationKind) =>
  contract({
    ...common,
    id: `read-${paymentNouns[service]}-${kinds[kind].noun}`,
    summary: `Read how far an authorisation of ${kinds[kind].of} has come`,
    path: authorisationPath,
    answer: {
      status: 200,
      description: 'How far the PSU has come.',
      schema: AuthorisationStatus,
      example: { scaStatus: 'finalised' },
    },
    refusals: [...unknown],
  })
