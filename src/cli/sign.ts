import { parseArgs } from 'node:util'
import { systemClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { prepare, readCredentials } from '../sdk/sdk.ts'
import type { Command } from './command.ts'
import { credentialHelp, credentialOptions, readCredentialFile } from './credentials.ts'
import { headerHelp, readCall } from './request.ts'

export const sign: Command = {
  name: 'sign',
  summary: 'show the signing string and the headers of a request, without sending it',
  help: `nordgate sign METHOD PATH [BODY] [options]

Prints the string that is signed, to compare with your own, and then every header as curl takes it.
The Date is now: the request is good for 60 seconds.

  nordgate sign GET /v1/accounts -H "TPP-Redirect-URI: https://tpp.example/back"

${credentialHelp}
${headerHelp}`,
  async run(argv) {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    const certificate = readCredentialFile(values.certificate)
    const credentials = readCredentials(certificate, readCredentialFile(values.key))
    const surroundings = { clock: systemClock, random: systemRandom }
    const request = readCall(positionals, values.header ?? [], certificate)
    const { signingString, headers, method, target } = prepare(credentials, surroundings, request)
    const lines = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`)
    process.stdout.write(`# The signing string, without a newline at its end:
${signingString}

# ${method} ${target} with these headers:
${lines.join('\n')}
`)
  },
}

const options = {
  ...credentialOptions,
  header: { type: 'string', multiple: true, short: 'H' },
} as const
