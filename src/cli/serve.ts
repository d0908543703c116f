import { type Nordgate, startNordgate } from '../app.ts'
import { type Config, configFlags, readConfig } from '../config/config.ts'
import { systemClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { createLog } from '../observability/observability.ts'
import { type Command, defaultUrl } from './command.ts'

const flagLines = configFlags.map(
  ({ flag, placeholder, reason }) => `  --${flag} ${placeholder}\n      ${reason}`,
)

export const serve: Command = {
  name: 'serve',
  summary: 'serve the sandbox or production; npm start does this',
  help: `nordgate serve [flags]

Without any flag: a sandbox with its own PostgreSQL, at http://127.0.0.1:8080 and https://127.0.0.1:8443.
Every flag is also an environment variable and a key of nordgate.json; see docs/configuration.md.

${flagLines.join('\n')}`,
  async run(argv) {
    const config = readConfig({ argv })
    const log = createLog({ level: config.logLevel })
    for (const warning of config.warnings) log.warn({}, warning)
    const nordgate = await startNordgate(config, { clock: systemClock, random: systemRandom, log })
    process.stdout.write(welcome(config, nordgate))
    const signal = await nextSignal()
    log.info({ signal }, 'stopping')
    // Whoever asks twice does not want to wait.
    void nextSignal().then(() => process.exit(1))
    await nordgate.stop()
    log.info({}, 'stopped')
    log.flush()
    process.exit(0)
  },
}

function nextSignal(): Promise<string> {
  const told = Promise.withResolvers<string>()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => told.resolve(signal))
  return told.promise
}

/** The three lines a newcomer needs. */
function welcome({ environment }: Config, { publicUrl, httpUrl, httpsUrl }: Nordgate): string {
  if (environment === 'production') return `Nordgate serves ${publicUrl}\n`
  const pages = httpUrl ?? httpsUrl ?? publicUrl
  const tls = httpUrl && httpsUrl ? ` and, over TLS, at ${httpsUrl}` : ''
  const url = pages === defaultUrl ? '' : ` --url ${pages}`
  return `Nordgate sandbox is ready at ${pages}${tls}
Start page: ${pages}/   interface: ${pages}/openapi.json   CA certificate: ${pages}/sandbox/ca.pem
Next, in another terminal: npx nordgate cert issue --name "My TPP"${url}   (Ctrl-C stops the sandbox)
`
}
