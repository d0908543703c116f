import { type Static, Type } from 'typebox'
import { accountInformation } from './balances.ts'
import { contract } from './operation.ts'

const Agreement = Type.Object(
  {
    psuCorporateId: Type.String({
      format: 'uuid',
      description: 'To be sent as PSU-Corporate-ID by whoever acts under this agreement.',
    }),
    name: Type.String(),
    ownerName: Type.String({ description: 'The company.' }),
  },
  { title: 'Agreement' },
)

export type WireAgreement = Static<typeof Agreement>

export const listAgreements = contract({
  id: 'list-agreements',
  tag: accountInformation,
  summary: 'List the corporate agreements of the PSU',
  description:
    'Those under which the PSU may act for a company. One is chosen by sending its id as ' +
    'PSU-Corporate-ID; where nothing is granted under it yet, a consent flow begins that does not ' +
    'ask for the agreement again.',
  answer: {
    status: 200,
    description: 'The agreements; none when the PSU acts for no company.',
    schema: Type.Object({ agreements: Type.Array(Agreement) }),
    example: {
      agreements: [
        {
          psuCorporateId: 'd7f4a3f1-1c5e-4a54-8d65-4d8a3f5f0b7e',
          name: 'Drift',
          ownerName: 'Kaffebrenneriet Fjord AS',
        },
      ],
    },
  },
})
