import type { Approved } from './authorisations.ts'
import { common, followed, paymentNouns, paymentPath, type Service, unknown } from './payments.ts'

const kinds = {
  authorisations: { noun: 'authorisation', of: 'the payment' },
  'cancellation-authorisations': {
    noun: 'cancellation-authorisation',
    of: 'the payment’s cancellation',
  },
} as const
export type AuthorisationKind = keyof typeof kinds

/** What the PSU approves of a payment. */
export const approvedPayment = (
  service: Service,
  kind: AuthorisationKind,
): Approved<typeof paymentPath.properties> => ({
  tag: common.tag,
  noun: `${paymentNouns[service]}-${kinds[kind].noun}`,
  of: kinds[kind].of,
  path: paymentPath,
  links: followed(service, kind),
  unknown,
})
