import { type TObject, type TProperties, Type } from 'typebox'
import type { ProblemCode } from '../kernel/problem.ts'
import { Link } from './link.ts'
import { contract } from './operation.ts'
import type { Tag } from './tags.ts'

const ScaStatus = Type.Enum(
  ['received', 'psuIdentified', 'psuAuthenticated', 'finalised', 'failed'],
  {
    title: 'ScaStatus',
    description: 'How far the PSU has come; `failed` also when the time is over.',
  },
)

const StartedAuthorisation = Type.Object(
  {
    authorisationId: Type.String(),
    scaStatus: ScaStatus,
    _links: Type.Object({ scaRedirect: Link, scaStatus: Link }),
  },
  { title: 'StartedAuthorisation' },
)

/** Of one payment, basket or cancellation: nobody needs so many, and all are listed at once. */
export const authorisationsMax = 50

const AuthorisationIds = Type.Object(
  { authorisationIds: Type.Array(Type.String(), { maxItems: authorisationsMax }) },
  { title: 'AuthorisationIds' },
)

const AuthorisationStatus = Type.Object({ scaStatus: ScaStatus }, { title: 'AuthorisationStatus' })

const NoMembers = Type.Object({}, { title: 'NoMembers', additionalProperties: false })

export const authorisationExample = 'a3c1c8c6-8a51-4d0a-9b0e-0c9a4f5d7e21'

/** What the PSU approves, as its contracts tell of it. */
export interface Approved<Path extends TProperties> {
  tag: Tag
  /** Such as `payment-authorisation`. */
  noun: string
  /** Such as `the payment`. */
  of: string
  path: TObject<Path>
  /** Where the PSU is sent and the TPP follows it, as an example. */
  links: object
  unknown: readonly ProblemCode[]
}

export const startAuthorisation = <Path extends TProperties>(approved: Approved<Path>) =>
  contract({
    ...{ tag: approved.tag, tppMessages: true },
    id: `start-${approved.noun}`,
    summary: `Let the PSU approve ${approved.of}`,
    description: `Up to ${authorisationsMax} may be started; the first one that the PSU completes counts.`,
    path: approved.path,
    body: Type.Optional(NoMembers),
    bodyExample: {},
    answer: {
      status: 201,
      description: 'Where the PSU is to be sent, and where to follow it.',
      schema: StartedAuthorisation,
      example: {
        authorisationId: authorisationExample,
        scaStatus: 'received',
        _links: approved.links,
      },
    },
    refusals: [...approved.unknown, 'CONFLICT'],
  })

export const listAuthorisations = <Path extends TProperties>(approved: Approved<Path>) =>
  contract({
    ...{ tag: approved.tag, tppMessages: true },
    id: `list-${approved.noun}s`,
    summary: `List the authorisations of ${approved.of}`,
    path: approved.path,
    answer: {
      status: 200,
      description: 'Their ids, the oldest first.',
      schema: AuthorisationIds,
      example: { authorisationIds: [authorisationExample] },
    },
    refusals: [...approved.unknown],
  })

export const readAuthorisation = <Path extends TProperties>(approved: Approved<Path>) =>
  contract({
    ...{ tag: approved.tag, tppMessages: true },
    id: `read-${approved.noun}`,
    summary: `Read how far an authorisation of ${approved.of} has come`,
    path: Type.Object({
      ...approved.path.properties,
      authorisationId: Type.String({ description: 'From the link `scaStatus`.' }),
    }),
    answer: {
      status: 200,
      description: 'How far the PSU has come.',
      schema: AuthorisationStatus,
      example: { scaStatus: 'finalised' },
    },
    refusals: [...approved.unknown],
  })
