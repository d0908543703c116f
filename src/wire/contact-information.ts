import { Type } from 'typebox'
import { contract } from './operation.ts'

const path = Type.Object({
  tppId: Type.String({
    maxLength: 80,
    description: 'The organizationIdentifier of the TPP’s certificate, with or without `PSD`.',
    examples: ['NO-FSA-912345678'],
  }),
})

const ContactInformation = Type.Object(
  {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'A role’s address, not a person’s, for operational notices.',
    }),
  },
  { title: 'ContactInformation', additionalProperties: false },
)

const example = { email: 'psd2-operations@fjordbudsjett.example' }

export const readContactInformation = contract({
  id: 'read-contact-information',
  tag: 'TPP dialogue',
  summary: 'Read the address for operational notices',
  path,
  answer: {
    status: 200,
    description: 'The address on record.',
    schema: ContactInformation,
    example,
  },
  refusals: ['RESOURCE_UNKNOWN'],
})

export const registerContactInformation = contract({
  id: 'register-contact-information',
  tag: 'TPP dialogue',
  summary: 'Register the address for operational notices',
  description:
    'One address for each TPP, and only its own. It must belong to a role, such as operations or ' +
    'support, because people leave and roles stay. A new address replaces the old one.',
  path,
  body: ContactInformation,
  bodyExample: example,
  answer: {
    status: 200,
    description: 'The address now on record.',
    schema: ContactInformation,
    example,
  },
  refusals: ['RESOURCE_UNKNOWN'],
})
