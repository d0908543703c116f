import { Type } from 'typebox'

const FirstDifference = Type.Object(
  {
    in: Type.Enum(['keyId', 'digest', 'signing string', 'headers list', 'algorithm']),
    at: Type.Integer({ description: 'Counted in characters from 0.' }),
    expected: Type.String({ description: 'From there on, as the service has it.' }),
    received: Type.String({ description: 'From there on, as the caller has it.' }),
  },
  { title: 'FirstDifference', additionalProperties: false },
)

/** What comes with the refusal of a signature, for the document; the signing room makes it. */
export const Explanation = Type.Object(
  {
    check: Type.Enum(['certificate', 'date', 'digest', 'signature', 'trust']),
    reason: Type.String({ description: 'Names the mistake.' }),
    advice: Type.String({ description: 'How to mend it.' }),
    signingString: Type.Optional(Type.String({ description: 'The one that the service built.' })),
    expectedKeyId: Type.Optional(Type.String()),
    receivedKeyId: Type.Optional(Type.String()),
    digest: Type.Optional(
      Type.Object(
        { expected: Type.String(), received: Type.Union([Type.String(), Type.Null()]) },
        { title: 'DigestDifference', additionalProperties: false },
      ),
    ),
    clockDifferenceSeconds: Type.Optional(
      Type.Number({ description: 'Positive when the caller’s Date is ahead of the service.' }),
    ),
    headersToList: Type.Optional(Type.Array(Type.String())),
    firstDifference: Type.Optional(FirstDifference),
  },
  {
    title: 'Explanation',
    description: 'Sandbox only: why a signature was refused and how to mend it.',
    additionalProperties: false,
  },
)
