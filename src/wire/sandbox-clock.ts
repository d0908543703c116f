import { Type } from 'typebox'
import { oslo } from '../kernel/oslo.ts'
import { contract } from './operation.ts'

const Now = Type.String({
  format: 'date-time',
  description: 'What the clock of the TPP’s world shows.',
})

export const readClock = contract({
  id: 'read-clock',
  tag: 'Sandbox',
  summary: 'Read the clock of the TPP’s world',
  description:
    'Real time plus an offset. Every rule about time goes by this clock; only the `Date` header, ' +
    'certificates and logs go by real time.',
  answer: {
    status: 200,
    description: 'The world’s time.',
    schema: Type.Object({ now: Now }),
    example: { now: '2026-11-16T09:30:00+01:00' },
  },
})

const to = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'The time to go to.',
})
const advance = Type.String({
  maxLength: 40,
  description: 'How far to go: an ISO 8601 duration, by the calendar in Oslo.',
})

export const moveClock = contract({
  id: 'move-clock',
  tag: 'Sandbox',
  summary: 'Move the clock of the TPP’s world forward',
  description:
    'Runs every batch and every periodic execution that falls due on the way, in order, and each ' +
    'at its own time. Forward only, at most 400 days a call. The call commits as it goes: should ' +
    'the connection break, send it again with the same X-Request-ID. Two moves at once are made ' +
    'one after the other.',
  body: Type.Object(
    { to: Type.Optional(to), advance: Type.Optional(advance) },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  ),
  bodyExample: { advance: 'P1D' },
  answer: {
    status: 200,
    description: 'Where the clock stands, and what happened on the way.',
    schema: Type.Object({
      now: Now,
      batches: Type.Integer({ description: 'How many batch times were passed.' }),
      executed: Type.Integer({ description: 'How many payments were carried out on the way.' }),
    }),
    example: { now: '2026-11-17T09:30:00+01:00', batches: 5, executed: 2 },
  },
  refusals: ['CONFLICT'],
})

/** As the interface writes a date-time: to the second, with the offset of Oslo. */
export const toWireTime = (instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO(oslo).toString({ timeZoneName: 'never', fractionalSecondDigits: 0 })
