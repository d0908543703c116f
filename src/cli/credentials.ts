import { existsSync, readFileSync } from 'node:fs'
import { UsageError } from './command.ts'

/** Where `cert issue` leaves its files and where `call` and `sign` look for them. */
export const defaultFiles = {
  certificate: 'tpp-certificate.pem',
  key: 'tpp-key.pem',
  ca: 'sandbox-ca.pem',
} as const

export const credentialOptions = {
  certificate: { type: 'string', default: defaultFiles.certificate },
  key: { type: 'string', default: defaultFiles.key },
} as const

export const credentialHelp = `  --certificate FILE  the TPP's certificate in PEM (default ${defaultFiles.certificate})
  --key FILE          its private key in PEM (default ${defaultFiles.key})`

export function readCredentialFile(path: string): string {
  if (!existsSync(path)) {
    throw new UsageError(
      `There is no ${path}. Make one with: npx nordgate cert issue --name "My TPP"`,
    )
  }
  return readFileSync(path, 'utf8')
}
