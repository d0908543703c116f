import { Type } from 'typebox'
import { contract } from './operation.ts'

const hold = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  uniqueItems: true,
  description:
    'Payments that are due and shall wait: the batch leaves them PDNG with a psuMessage, and the ' +
    'next batch goes on with them. A bulk payment waits with all its parts.',
})

export const runBatch = contract({
  id: 'run-batch',
  tag: 'Sandbox',
  summary: 'Run a payment batch now',
  description:
    'Batches run by themselves at 06:00, 10:00, 13:00, 16:00 and 20:00 in Oslo on banking days, by ' +
    'the world’s clock, and periodic executions at 06:00. This runs one payment batch at once, at ' +
    'any hour and on any day, for every type but periodic. It takes what is due on the world’s day: ' +
    'a payment made at a weekend is due on the next banking day, so move the clock there first. ' +
    'Payments to other banks are ACSP after one batch and ACSC after the next. Should the connection ' +
    'break, send it again with the same X-Request-ID.',
  body: Type.Optional(Type.Object({ hold: Type.Optional(hold) }, { additionalProperties: false })),
  bodyExample: { hold: ['0b5f4c1e-3a52-4f6e-9d0b-6f3f0a1c2d3e'] },
  answer: {
    status: 200,
    description: 'How many payments the batch left in which status; none, when none was due.',
    schema: Type.Unsafe<Record<string, number>>(
      Type.Object({}, { additionalProperties: Type.Integer() }),
    ),
    example: { ACSC: 12, ACCP: 1 },
  },
})
