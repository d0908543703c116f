import { type LimitOptions, startLimitServer } from './limit-server.ts'

/** A process of its own for the limit server; what it shall serve comes as a message. */
process.once('message', (options) => {
  void startLimitServer(options as LimitOptions).then(() => process.send?.('ready'))
})
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
