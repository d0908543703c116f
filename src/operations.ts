import type { Caller, Visitor } from './kernel/caller.ts'
import type { Service } from './portal/portal.ts'
import type { TestCertificates } from './sandbox/sandbox.ts'
import type { Transaction } from './storage/storage.ts'
import type { Contacts } from './tpp/tpp.ts'
import { readContactInformation, registerContactInformation } from './wire/contact-information.ts'
import type { Contract, Guards, Input, Method, Operation, Output } from './wire/operation.ts'
import { issueCertificate, readSandboxCa, readSandboxCrl } from './wire/sandbox-certificates.ts'
import {
  readLiveness,
  readMetrics,
  readOpenApi,
  readReadiness,
  readStartPage,
} from './wire/service.ts'

export interface Rooms {
  contacts: Contacts
  service: Service
  /** What only a sandbox has. */
  sandbox?: { testCertificates: TestCertificates; startPage: () => Promise<string> }
}

/** The route table: read it to know the product. What is not said to be unsigned is signed. */
export function operations({ contacts, service, sandbox }: Rooms): Operation<Transaction>[] {
  const contact = '/v1/tpps/{tppId}/contact-information'
  const table = [
    op('GET', contact, readContactInformation, contacts.read, { role: 'any' }),
    op('PUT', contact, registerContactInformation, contacts.register, { role: 'any' }),

    unsigned('the monitor has no certificate', 'GET', '/health/live', readLiveness, service.live),
    unsigned(
      'the monitor has no certificate',
      'GET',
      '/health/ready',
      readReadiness,
      service.ready,
    ),
    unsigned('the monitor has no certificate', 'GET', '/metrics', readMetrics, service.metrics),
    unsigned('it is documentation', 'GET', '/openapi.json', readOpenApi, service.openApi),
  ]
  if (!sandbox) return table
  const { testCertificates: ca, startPage } = sandbox
  return [
    ...table,
    unsigned('it is documentation', 'GET', '/', readStartPage, startPage),
    unsigned('it is public by nature', 'GET', '/sandbox/ca.pem', readSandboxCa, ca.readCa),
    unsigned('it is public by nature', 'GET', '/sandbox/ca.crl', readSandboxCrl, ca.readCrl),
    unsigned(
      'whoever asks has no certificate yet',
      'POST',
      '/sandbox/certificates',
      issueCertificate,
      ca.issue,
    ),
  ]
}

type Handle<C extends Contract> = (
  caller: Caller,
  input: Input<C>,
  tx: Transaction,
) => Promise<Output<C>>
type OpenHandle<C extends Contract> = (visitor: Visitor, input: Input<C>) => Promise<Output<C>>

function op<C extends Contract>(
  method: Method,
  path: string,
  contract: C,
  handle: Handle<C>,
  guards: Guards,
): Operation<Transaction> {
  // The pipeline has checked the input against this very contract when it calls.
  return {
    method,
    path,
    contract,
    guards,
    handle: handle as unknown as Handle<Contract>,
  } as Operation<Transaction>
}

function unsigned<C extends Contract>(
  why: string,
  method: Method,
  path: string,
  contract: C,
  handle: OpenHandle<C>,
): Operation<Transaction> {
  return {
    method,
    path,
    contract,
    unsigned: why,
    handle: handle as unknown as OpenHandle<Contract>,
  }
}
