import type { PsuCaller } from '../sca/sca.ts'
import type { Output } from '../wire/operation.ts'
import type { readUser } from '../wire/user.ts'

/** Who the PSU of this session is, in the context that was chosen in it. */
export async function readUserOf({ psu }: PsuCaller): Promise<Output<typeof readUser>> {
  const { kind: context, psuCorporateId } = psu.sessionContext ?? { kind: psu.context.kind }
  return { psuId: psu.psuId, ...(psuCorporateId !== undefined && { psuCorporateId }), context }
}
