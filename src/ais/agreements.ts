import type { PsuCaller } from '../sca/sca.ts'
import type { listAgreements } from '../wire/agreements.ts'
import type { Output } from '../wire/operation.ts'
import type { AccountInformationParts } from './parts.ts'
import { known } from './reach.ts'

export interface AgreementParts extends Pick<AccountInformationParts, 'bankOf'> {
  /** What this TPP calls each of these agreements: its PSU-Corporate-ID, the same for good. */
  corporateIds(
    caller: PsuCaller,
    agreementIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
}

export const createAgreements = ({ bankOf, corporateIds }: AgreementParts) => ({
  async list(caller: PsuCaller): Promise<Output<typeof listAgreements>> {
    const agreements = known(await bankOf(caller).agreementsOf(caller.psu.customerId))
    const ids = await corporateIds(
      caller,
      agreements.map(({ id }) => id),
    )
    return {
      agreements: agreements.map(({ id, name, ownerName }) => ({
        psuCorporateId: ids.get(id)!,
        name,
        ownerName,
      })),
    }
  },
})
