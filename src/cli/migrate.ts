import { readConfig } from '../config/config.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLog } from '../observability/observability.ts'
import { migrate as migrateStorage, openStorage } from '../storage/storage.ts'
import type { Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'bring the database to its newest form, without serving',
  help: `nordgate migrate [flags of serve]

Runs the numbered migrations that the database does not have yet, under a lock, so that it may run
from several places at once. Serving does the same by itself; this is for doing it beforehand.`,
  async run(argv) {
    const config = readConfig({ argv })
    const log = createLog({ level: config.logLevel })
    const { databaseUrl, data: dataFolder, databaseConnections: connections } = config
    if (databaseUrl !== undefined) {
      await migrateStorage({ databaseUrl, log, clock: systemClock })
    } else {
      const storage = await openStorage({ dataFolder, connections, log, clock: systemClock })
      await storage.close()
    }
    log.flush()
    process.stdout.write('The database has its newest form.\n')
  },
}
