export type { LogDestination } from './batched-output.ts'
export { describeError, type ErrorDescription } from './describe-error.ts'
export {
  createLog,
  type Log,
  type LogLevel,
  type RequestLine,
} from './log.ts'
export {
  createMetrics,
  type FinishedRequest,
  type Metrics,
  type MetricsOptions,
} from './metrics.ts'
export { redact } from './redact.ts'
