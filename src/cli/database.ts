import { readConfig } from '../config/config.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLog } from '../observability/observability.ts'
import { openStorage, runningDatabase, type Storage } from '../storage/storage.ts'

/**
 * Work on the database of a bank that may be serving meanwhile. Its form is left alone: whoever
 * upgrades decides when it changes.
 */
export async function withDatabase(
  argv: readonly string[],
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const config = readConfig({ argv })
  const log = createLog({ level: config.logLevel })
  const { data: dataFolder, databaseConnections: connections } = config
  try {
    const databaseUrl = config.databaseUrl ?? (await runningDatabase(dataFolder))
    const storage = await openStorage({
      ...(databaseUrl !== undefined && { databaseUrl }),
      ...{ dataFolder, connections, log, clock: systemClock, migrates: false },
    })
    await work(storage).finally(() => storage.close())
  } finally {
    log.flush()
  }
}
