import { tmpdir } from 'node:os'
import { after } from 'node:test'
import { startNordgate } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { systemRandom } from '../src/kernel/random.ts'
import { createLog } from '../src/observability/observability.ts'
import { freshDatabase } from './databases.ts'

export interface Production {
  url: string
  databaseUrl: string
  log: string[]
}

/** A production server behind a proxy on this machine, with a database of its own. */
export async function startProduction(
  env: Record<string, string>,
  databaseUrl?: string,
): Promise<Production> {
  const database = databaseUrl ?? (await freshDatabase())
  const log: string[] = []
  const config = readConfig({
    argv: [],
    cwd: tmpdir(),
    env: {
      NORDGATE_ENVIRONMENT: 'production',
      NORDGATE_HTTP: '127.0.0.1:0',
      NORDGATE_HTTPS: 'off',
      NORDGATE_TRUSTED_PROXIES: '127.0.0.1',
      NORDGATE_PUBLIC_URL: 'https://psd2.bank.example',
      NORDGATE_DATABASE_CONNECTIONS: '4',
      NORDGATE_STANDING_CACHE_MS: '0',
      DATABASE_URL: database,
      ...env,
    },
  })
  const nordgate = await startNordgate(config, {
    clock: systemClock,
    random: systemRandom,
    log: createLog({ level: 'debug', destination: { write: (line) => log.push(line) } }),
  })
  after(() => nordgate.stop())
  return { url: nordgate.httpUrl ?? nordgate.httpsUrl ?? '', databaseUrl: database, log }
}
