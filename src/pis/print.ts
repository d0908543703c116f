import { toWireAmount } from '../wire/amount.ts'
import { link } from '../wire/link.ts'
import type { AuthorisationKind } from '../wire/payment-authorisations.ts'
import type { WireCreated } from '../wire/payments.ts'
import type { TppMessage } from '../wire/tpp-message.ts'
import type { Payment } from './payment.ts'

/** Where the PSU approves something, and what the TPP follows it by. */
export interface Approval {
  href: string
  authorisationId: string
}

/** Links to what a TPP has made, and to its approvals. */
const linksAt = (self: string) => ({
  itself: { self: link(self, 'GET', 'DELETE'), status: link(`${self}/status`, 'GET') },
  approval: (kind: AuthorisationKind, { href, authorisationId }: Approval) => ({
    scaRedirect: link(href, 'GET'),
    scaStatus: link(`${self}/${kind}/${authorisationId}`, 'GET'),
  }),
})

export type ApprovalLinks = ReturnType<ReturnType<typeof linksAt>['approval']>

export const linksTo = (
  publicUrl: string,
  { service, product, id }: Pick<Payment, 'service' | 'product' | 'id'>,
) => linksAt(`${publicUrl}/v1/${service}/${product}/${id}`)

export const linksToBasket = (publicUrl: string, id: string) =>
  linksAt(`${publicUrl}/v1/signing-baskets/${id}`)

export function printCreated(
  payment: Payment,
  said: { publicUrl: string; approval: Approval | undefined; warnings: TppMessage[] },
): WireCreated {
  const links = linksTo(said.publicUrl, payment)
  return {
    paymentId: payment.id,
    transactionStatus: payment.status,
    ...printFees(payment),
    ...printTold(payment, said.warnings),
    _links: {
      ...(said.approval && links.approval('authorisations', said.approval)),
      ...links.itself,
    },
  }
}

/** Nothing while nobody may be told about the account. */
export const printFees = ({ fee }: Payment) =>
  fee && {
    ...(fee.minor > 0n && { transactionFees: toWireAmount(fee) }),
    transactionFeeIndicator: fee.minor > 0n,
  }

export function printTold(
  { fundsAvailable, psuMessage, messages }: Payment,
  warnings: readonly TppMessage[] = [],
) {
  const tppMessages = [...warnings, ...(messages ?? [])]
  return {
    ...(fundsAvailable !== null && { fundsAvailable }),
    ...(psuMessage !== null && { psuMessage }),
    ...(tppMessages.length > 0 && { tppMessages }),
  }
}
