import { type Static, type TObject, Type } from 'typebox'
import { frequencies } from '../kernel/periodic-series.ts'
import { Day } from './day.ts'
import { type GivenPayment, titleOf, without } from './payment-fields.ts'

const numbers = (max: number) => Array.from({ length: max }, (_, index) => String(index + 1))

const rhythm = {
  startDate: Day('Today up to 365 days ahead.'),
  endDate: Type.Optional(Day('Without it, until deleted.')),
  frequency: Type.Enum([...frequencies], { title: 'Frequency' }),
  dayOfExecution: Type.Optional(
    Type.Enum(numbers(31), {
      title: 'DayOfExecution',
      description: 'Of the month; 31 is the last one. Else as startDate.',
    }),
  ),
  monthsOfExecution: Type.Optional(
    Type.Array(Type.Enum(numbers(12), { title: 'Month' }), {
      minItems: 1,
      maxItems: 11,
      description: 'Each once; with MonthlyVariable and nothing else.',
    }),
  ),
  executionRule: Type.Optional(
    Type.Enum(['following', 'preceding', 'preceeding'], {
      title: 'ExecutionRule',
      description: 'Where a day goes that is no banking day; following when absent.',
    }),
  ),
}

const Rhythm = Type.Object(rhythm)

export type GivenPeriodic = GivenPayment & Static<typeof Rhythm>

/** `payment` is the body of a single payment of the same product. */
export const periodicBody = (payment: TObject): TObject =>
  Type.Object(periodicMembers(payment), {
    title: `Periodic${titleOf(payment)}`,
    additionalProperties: false,
  })

export const periodicMembers = (payment: TObject): TObject['properties'] => ({
  ...without(payment, ['requestedExecutionDate']),
  ...rhythm,
})
