import { createTppClient, readCredentials } from '../../src/sdk/sdk.ts'
import type { BenchTpp } from './case.ts'

/** Asks the sandbox for a certificate as any TPP would, with an RSA key. */
export async function joinAsTpp(httpUrl: URL, ca: string): Promise<BenchTpp> {
  const answer = await fetch(new URL('/sandbox/certificates', httpUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Fjordbudsjett AS', roles: ['AISP', 'PISP'], key: 'RSA' }),
  })
  const { organizationIdentifier, certificate, privateKey } = (await answer.json()) as Issued
  return {
    id: organizationIdentifier,
    client: createTppClient({ baseUrl: httpUrl.origin, certificate, key: privateKey, ca }),
    credentials: readCredentials(certificate, privateKey),
  }
}

interface Issued {
  organizationIdentifier: string
  certificate: string
  privateKey: string
}
