import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { certificateKinds, defects, keyKinds } from '../wire/sandbox-certificates.ts'
import { type Command, defaultUrl, UsageError } from './command.ts'
import { defaultFiles } from './credentials.ts'
import { askSandbox } from './sandbox-request.ts'

export const cert: Command = {
  name: 'cert',
  summary: 'issue a test certificate from the sandbox CA',
  help: `nordgate cert issue --name "Fjordbudsjett AS" [options]

Asks the running sandbox for a key and a certificate as a qualified authority would issue them, and
writes ${defaultFiles.certificate}, ${defaultFiles.key} and ${defaultFiles.ca} to the current folder.

  --name NAME         the TPP's name
  --roles LIST        AISP, PISP or both (default AISP,PISP)
  --organization ID   the organizationIdentifier, such as PSDNO-FSA-912345678 (default: a new one)
  --kind KIND         ${certificateKinds.join(' or ')} (default QSEAL; requests are signed with a seal)
  --key-type TYPE     ${keyKinds.join(' or ')} (default RSA)
  --defect DEFECT     a certificate that must be refused, to test your handling:
                      ${defects.join(', ')}
  --out FOLDER        where the files go (default: here)
  --force             write over a certificate and a key that are there already
  --url URL           the sandbox (default ${defaultUrl})`,
  async run(argv) {
    const [verb, ...rest] = argv
    if (verb !== 'issue')
      throw new UsageError('What about certificates? Try: nordgate cert issue --help')
    const { values } = parseArgs({ args: rest, options })
    if (values.name === undefined)
      throw new UsageError('A certificate needs a name: --name "My TPP"')
    if (!values.force) refuseToOverwrite(values.out)
    const issued = await order(values)
    const files = { certificate: issued.certificate, key: issued.privateKey, ca: issued.ca }
    for (const [kind, text] of Object.entries(files)) {
      const path = join(values.out, defaultFiles[kind as keyof typeof files])
      writeFileSync(path, text, { mode: kind === 'key' ? 0o600 : 0o644 })
      process.stdout.write(`wrote ${path}\n`)
    }
    process.stdout.write(`${issued.organizationIdentifier} is the TPP. Its first call:

  npx nordgate call PUT '/v1/tpps/{tppId}/contact-information' '{"email":"psd2-operations@tpp.example"}'${values.url === defaultUrl ? '' : ` --url ${values.url}`}
`)
  },
}

const options = {
  name: { type: 'string' },
  roles: { type: 'string', default: 'AISP,PISP' },
  organization: { type: 'string' },
  kind: { type: 'string' },
  'key-type': { type: 'string' },
  defect: { type: 'string' },
  out: { type: 'string', default: '.' },
  force: { type: 'boolean', default: false },
  url: { type: 'string', default: defaultUrl },
} as const

type Values = Partial<Record<Exclude<keyof typeof options, 'force'>, string>>

interface Issued {
  organizationIdentifier: string
  certificate: string
  privateKey: string
}

/** A key is in one place only: whoever loses it loses the TPP that it belongs to. */
function refuseToOverwrite(folder: string): void {
  const { certificate, key } = defaultFiles
  const [there] = [key, certificate].map((file) => join(folder, file)).filter(existsSync)
  if (there === undefined) return
  throw new UsageError(
    `There is a ${there} already. Name another folder with --out, or add --force.`,
  )
}

async function order(values: Values): Promise<Issued & { ca: string }> {
  const url = values.url ?? ''
  const body = {
    name: values.name,
    roles: values.roles?.split(',').map((role) => role.trim()),
    organizationIdentifier: values.organization,
    kind: values.kind,
    key: values['key-type'],
    defect: values.defect,
  }
  const issued = await askSandbox(url, '/sandbox/certificates', body)
  return { ...(JSON.parse(issued) as Issued), ca: await askSandbox(url, '/sandbox/ca.pem') }
}
