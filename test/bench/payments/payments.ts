import { parseArgs } from 'node:util'
import { compareCreation } from './creation.ts'
import { compareExecution } from './execution.ts'

/**
 * `npm run bench -- payments`: payments created through the interface, and a batch with a hundred
 * thousand due ones. Makes and removes its own databases; a few minutes and half a gigabyte.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '1' },
    profile: { type: 'string' },
  },
})

const rounds = Number(values.rounds)
const { profile } = values
if (rounds > 0) await compareCreation({ rounds, seconds: Number(values.seconds), profile })
const payments = Number(values.payments)
if (payments > 0) await compareExecution(payments)
