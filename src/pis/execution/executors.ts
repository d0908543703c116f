import type { Bank } from '../../bank/port.ts'
import type { Random } from '../../kernel/random.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import { type BatchLog, paymentBatch } from './payment-batch.ts'
import { periodicBatch } from './periodic.ts'

export interface ExecutorParts {
  bank: (world: WorldQueries) => Bank
  random: Random
  log: BatchLog
}

/** What runs in batches; of those at one hour the first comes first. */
export const createPaymentExecutors = ({ bank, random, log }: ExecutorParts) => [
  periodicBatch(random),
  paymentBatch(bank, log),
]
