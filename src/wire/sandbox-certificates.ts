import { Type } from 'typebox'
import { roles } from '../kernel/caller.ts'
import { contract } from './operation.ts'
import { Form, Name } from './text.ts'

export const certificateKinds = ['QSEAL', 'QWAC'] as const
export const keyKinds = ['RSA', 'EC'] as const
export const defects = [
  'expired',
  'not-yet-valid',
  'revoked',
  'no-qcstatement',
  'no-organization-identifier',
  'unknown-ca',
  'weak-key',
] as const

const body = Type.Object(
  {
    name: Name(64, { description: 'The TPP’s name.' }),
    roles: Type.Array(Type.Enum([...roles]), { minItems: 1, maxItems: 2, uniqueItems: true }),
    organizationIdentifier: Type.Optional(
      Form(
        '^PSD[A-Z]{2}-[A-Z]{2,8}-[!-~]{1,32}$',
        'PSD, a country, an authority and a number, such as PSDNO-FSA-912345678',
        { description: 'Chosen by the sandbox when left out.' },
      ),
    ),
    kind: Type.Optional(
      Type.Enum([...certificateKinds], {
        description: 'A seal (QSEAL, the default) signs requests; a QWAC is for TLS.',
      }),
    ),
    key: Type.Optional(Type.Enum([...keyKinds], { description: 'RSA 2048 (default) or P-256.' })),
    defect: Type.Optional(
      Type.Enum([...defects], { description: 'Makes a certificate that must be refused.' }),
    ),
  },
  { additionalProperties: false },
)

export const issueCertificate = contract({
  id: 'issue-certificate',
  tag: 'Sandbox',
  summary: 'Issue a test certificate',
  description:
    'The sandbox CA makes a key and a certificate with PSD2 QCStatements for it, good for 90 days, ' +
    'or one with a chosen defect. The key is not kept.',
  body,
  bodyExample: { name: 'Fjordbudsjett AS', roles: ['AISP', 'PISP'] },
  answer: {
    status: 201,
    description: 'The certificate, the CA’s certificate and the private key, all in PEM.',
    schema: Type.Object({
      organizationIdentifier: Type.String(),
      certificate: Type.String(),
      chain: Type.String(),
      privateKey: Type.String(),
    }),
    example: {
      organizationIdentifier: 'PSDNO-FSA-912345678',
      certificate: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
      chain: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
      privateKey: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
    },
  },
  refusals: ['ACCESS_EXCEEDED'],
})

export const readSandboxCa = contract({
  id: 'read-sandbox-ca',
  tag: 'Sandbox',
  summary: 'The certificate of the sandbox CA',
  answer: {
    status: 200,
    description: 'The CA’s certificate in PEM.',
    type: 'application/x-pem-file',
    schema: Type.String(),
  },
})

export const readSandboxCrl = contract({
  id: 'read-sandbox-crl',
  tag: 'Sandbox',
  summary: 'The revocation list of the sandbox CA',
  answer: {
    status: 200,
    description: 'The CRL in DER.',
    type: 'application/pkix-crl',
    schema: Type.Unsafe<Buffer>(Type.String({ format: 'binary' })),
  },
})
