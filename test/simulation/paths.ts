import type { Kind } from './model-payment.ts'

/** Where payments of each kind are made and found. */

const domestic = 'norwegian-domestic-credit-transfers'

const paths: Readonly<Record<Kind, string>> = {
  single: `/v1/payments/${domestic}`,
  instant: '/v1/payments/instant-norwegian-credit-transfers-straks',
  sepa: '/v1/payments/sepa-credit-transfers',
  swift: '/v1/payments/cross-border-credit-transfers',
  bulk: `/v1/bulk-payments/${domestic}`,
  periodic: `/v1/periodic-payments/${domestic}`,
  part: `/v1/payments/${domestic}`,
  execution: `/v1/payments/${domestic}`,
}

export const pathOf = (kind: Kind): string => paths[kind]
