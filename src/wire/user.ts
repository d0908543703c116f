import { Type } from 'typebox'
import { contract } from './operation.ts'

/** Under two names: the document has one, older clients use the other. */
const user = (id: string, summary: string) =>
  contract({
    id,
    tag: 'User',
    summary,
    description:
      'For TPPs that need to know who the PSU is and no account. Without a valid session the ' +
      'answer is 401 with a link; after it, this tells the ids to send from then on.',
    answer: {
      status: 200,
      description: 'The PSU, as named to this TPP, and the context that was chosen.',
      schema: Type.Object(
        {
          psuId: Type.String({ format: 'uuid', description: 'To be sent as PSU-ID.' }),
          psuCorporateId: Type.Optional(
            Type.String({ format: 'uuid', description: 'To be sent as PSU-Corporate-ID.' }),
          ),
          context: Type.Enum(['PRIVATE', 'CORPORATE']),
        },
        { title: 'User' },
      ),
      example: { psuId: '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30', context: 'PRIVATE' },
    },
  })

export const readUser = user('read-user', 'Find out who the PSU is')
export const readUsers = user('read-users', 'Find out who the PSU is, by the other name')
