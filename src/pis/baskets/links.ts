import { link } from '../../wire/link.ts'
import type { Approval } from '../print.ts'

export const linksToBasket = (publicUrl: string, id: string) => {
  const self = `${publicUrl}/v1/signing-baskets/${id}`
  return {
    itself: { self: link(self, 'GET', 'DELETE'), status: link(`${self}/status`, 'GET') },
    approval: ({ href, authorisationId }: Approval) => ({
      scaRedirect: link(href, 'GET'),
      scaStatus: link(`${self}/authorisations/${authorisationId}`, 'GET'),
    }),
  }
}
