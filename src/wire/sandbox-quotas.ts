import { Type } from 'typebox'
import { contract, quotaKinds } from './operation.ts'

const tag = 'Sandbox: quotas'

const UsedQuota = Type.Object(
  {
    psuId: Type.String({ format: 'uuid' }),
    accountId: Type.String(),
    kind: Type.Enum([...quotaKinds]),
    limit: Type.Integer({
      description: 'How many calls without the PSU are let pass in 24 hours.',
    }),
    used: Type.Integer(),
    left: Type.Integer(),
    reset: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the next call becomes free, by the world’s clock.',
      }),
    ),
  },
  { title: 'UsedQuota' },
)

export const listQuotas = contract({
  id: 'list-quotas',
  tag,
  summary: 'See how many unattended calls are used and left',
  description: 'For each PSU, account and kind of call that was made without the PSU.',
  answer: {
    status: 200,
    description: 'The quotas that have been used.',
    schema: Type.Object({ quotas: Type.Array(UsedQuota) }),
    example: {
      quotas: [
        {
          psuId: '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30',
          accountId: '8e0c6f0e-9a57-4b5e-8f0f-5ad6d6c0a7b1',
          kind: 'balances',
          limit: 4,
          used: 3,
          left: 1,
          reset: '2026-11-17T09:30:00+01:00',
        },
      ],
    },
  },
})

export const clearQuotas = contract({
  id: 'clear-quotas',
  tag,
  summary: 'Forget all unattended calls of this TPP',
  answer: { status: 204, description: 'All quotas are full again.' },
})
