import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  AnswerNotSigned,
  createTppClient,
  type PreparedRequest,
  type TppAnswer,
} from '../sdk/sdk.ts'
import { type Command, defaultUrl, UsageError } from './command.ts'
import {
  credentialHelp,
  credentialOptions,
  defaultFiles,
  readCredentialFile,
} from './credentials.ts'
import { printExplanation } from './explanation.ts'
import { headerHelp, readCall } from './request.ts'

export const call: Command = {
  name: 'call',
  summary: 'sign and send a request, and show what happened',
  help: `nordgate call METHOD PATH [BODY] [options]

Signs a request as the interface asks, sends it, verifies the signature of the answer and shows all.
When the sandbox refuses, its explanation tells what is wrong and how to mend it.
{tppId} in the path stands for the id in the certificate; BODY may be JSON or @file.

  nordgate call GET '/v1/tpps/{tppId}/contact-information'
  nordgate call PUT '/v1/tpps/{tppId}/contact-information' '{"email":"psd2@tpp.example"}'

${credentialHelp}
  --ca FILE           the authority behind TLS and answers (default ${defaultFiles.ca} when it exists)
  --url URL           the bank (default ${defaultUrl})
${headerHelp}
  --unsigned          take an answer without signature, as health, metrics and /openapi.json give it
  --quiet             print the body of the answer alone`,
  async run(argv) {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    const certificate = readCredentialFile(values.certificate)
    const ca = readCa(values.ca)
    const client = createTppClient({
      baseUrl: values.url,
      certificate,
      key: readCredentialFile(values.key),
      verifyAnswers: !values.unsigned,
      ...(ca === undefined ? {} : { ca }),
    })
    const { method, target, ...rest } = readCall(positionals, values.header ?? [], certificate)
    const request = client.prepare(method, target, rest)
    try {
      if (!values.quiet) process.stdout.write(printRequest(request))
      const answer = await client.send(request).catch((error) => throwInWords(error, values.url))
      const verdict = values.unsigned
        ? verdicts.none
        : verdicts[ca === undefined ? 'damage' : 'all']
      process.stdout.write(values.quiet ? printBody(answer) : printAnswer(answer, verdict))
      if (answer.status >= 400) process.exitCode = 1
    } finally {
      client.close()
    }
  },
}

const options = {
  ...credentialOptions,
  ca: { type: 'string' },
  url: { type: 'string', default: defaultUrl },
  header: { type: 'string', multiple: true, short: 'H' },
  unsigned: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
} as const

const verdicts = {
  all: 'signature of the bank verified',
  damage: 'signature verified, authority not',
  none: 'not verified',
}

/** A number of a system call tells a newcomer nothing. */
function throwInWords(error: Error & { code?: string }, url: string): never {
  if (error instanceof AnswerNotSigned) {
    throw new UsageError(`${error.message} To see it nevertheless, add --unsigned.`)
  }
  if (error.code !== 'ECONNREFUSED' && error.code !== 'ENOTFOUND') throw error
  throw new UsageError(
    `Nobody answers at ${url} (${error.code}). Start a sandbox with npm start, or name another address with --url.`,
  )
}

function readCa(path: string | undefined): string | undefined {
  if (path !== undefined && !existsSync(path)) throw new UsageError(`There is no ${path}.`)
  const file = path ?? defaultFiles.ca
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function printRequest({ method, target, headers, body }: PreparedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `> ${name}: ${shorten(value)}`)
  const text = body.length > 0 ? `>\n> ${body.toString('utf8')}\n` : ''
  return `> ${method} ${target}\n${lines.join('\n')}\n${text}\n`
}

function printAnswer(answer: TppAnswer, verdict: string): string {
  const lines = [...answer.headers].map(([name, value]) => `< ${name}: ${shorten(value)}`)
  const explanation = printExplanation(answer.body)
  return `< ${answer.status} (${verdict})\n${lines.join('\n')}\n\n${printBody(answer)}${explanation}`
}

const printBody = ({ body }: TppAnswer): string =>
  body === undefined
    ? ''
    : `${typeof body === 'string' ? body : JSON.stringify(withoutExplanation(body), null, 2)}\n`

function withoutExplanation(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || !('explanation' in body)) return body
  const { explanation: _, ...rest } = body
  return rest
}

/** Certificates are long and tell nothing to the eye. */
const shorten = (value: string): string =>
  value.length > 300 ? `${value.slice(0, 60)}… (${value.length} characters)` : value
