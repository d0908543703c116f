import { Type } from 'typebox'
import { contract } from './operation.ts'

export const runBatch = contract({
  id: 'run-batch',
  tag: 'Sandbox',
  summary: 'Run a payment batch now',
  description:
    'Batches run by themselves at 06:00, 10:00, 13:00, 16:00 and 20:00 in Oslo on banking days, by ' +
    'the world’s clock, and periodic executions at 06:00. This runs one payment batch at once, at ' +
    'any hour and on any day, for every type but periodic. Should the connection break, send it ' +
    'again with the same X-Request-ID.',
  answer: {
    status: 200,
    description: 'How many payments the batch left in which status; none, when none was due.',
    schema: Type.Record(Type.String(), Type.Integer()),
    example: { ACSC: 12, ACCP: 1 },
  },
})
