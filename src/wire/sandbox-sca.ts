import { Type } from 'typebox'
import { contract } from './operation.ts'
import { Form } from './text.ts'

export const scaOutcomes = ['approve', 'decline', 'abort', 'wrong-code'] as const

const optional = (description: string, maxLength = 70) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))

export const walkSca = contract({
  id: 'walk-sca',
  tag: 'Sandbox: SCA',
  summary: 'Let a PSU without a browser go through SCA',
  description:
    'Walks the very same steps as the pages: logs in with the code that the device shows, chooses ' +
    'and decides as the script says. `wrong-code` enters wrong codes until the log-in is locked, ' +
    'which it stays for 15 minutes by the world’s clock. A script that does not fit is refused, ' +
    'and the link can be walked on with a better one. A link that has ended stays so: whatever the ' +
    'script says, the answer is the redirect that it ended with.',
  path: Type.Object({
    id: Form('^[A-Za-z0-9_-]{43}$', 'the id of a link', {
      description: 'The last part of the path of the `scaRedirect` address.',
    }),
  }),
  body: Type.Object(
    {
      outcome: Type.Enum([...scaOutcomes]),
      customerNumber: optional('Who logs in; may be left out when the request has named the PSU.'),
      context: Type.Optional(
        Type.Enum(['PRIVATE', 'CORPORATE'], {
          description: 'Where it is open. By itself CORPORATE with an agreement, else PRIVATE.',
        }),
      ),
      agreement: optional('Its id or its name, where it is open and there is more than one.'),
      accounts: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 70 }), {
          maxItems: 1000,
          description: 'What is ticked: ids, IBANs, masked card numbers. Left out, all of them.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  bodyExample: { outcome: 'approve', customerNumber: '17848800880', context: 'PRIVATE' },
  answer: {
    status: 200,
    description: 'Where the PSU would have been sent.',
    schema: Type.Object({ redirect: Type.String({ description: 'With its parameters.' }) }),
    example: {
      redirect:
        'https://tpp.example/back?psu-id=3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30&context=PRIVATE',
    },
  },
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
})
