import type { Finding, ProblemCode } from '../../kernel/problem.ts'
import type { Payer, Payment } from '../payment.ts'

interface Wanted {
  /** As the TPP has sent them. */
  paymentIds: readonly string[]
  payer: Payer
  /** Those among them that are this TPP's. */
  found: ReadonlyMap<string, Payment>
  /** Those among them that are in another basket that nobody has decided about. */
  taken: ReadonlySet<string>
}

/** Why payments cannot be approved together; what makes every basket impossible stands first. */
export function misfitsIn({ paymentIds, payer, found, taken }: Wanted): Finding[] {
  const findings = paymentIds.flatMap((id, place): Finding[] => {
    const fault = faultOf(found.get(id), payer, taken) ?? repeated(paymentIds, place)
    return fault ? [{ path: `body/paymentIds/${place}`, ...fault }] : []
  })
  const isMix = ({ code }: Finding) => code === 'REFERENCE_MIX_INVALID'
  return [...findings.filter(isMix), ...findings.filter((each) => !isMix(each))]
}

type Fault = { code: ProblemCode; text: string }

function faultOf(
  payment: Payment | undefined,
  payer: Payer,
  taken: ReadonlySet<string>,
): Fault | undefined {
  if (!payment) return { code: 'RESOURCE_UNKNOWN', text: 'is not a payment of this TPP' }
  if (payment.service !== 'payments' || payment.parentId !== null) {
    const text = 'is, or belongs to, a bulk or periodic payment, and a basket takes none'
    return { code: 'REFERENCE_MIX_INVALID', text }
  }
  if (!isOf(payer, payment)) {
    return { code: 'CONFLICT', text: 'is not of the PSU and the context of this call' }
  }
  if (payment.status !== 'RCVD') {
    return { code: 'CONFLICT', text: `is ${payment.status} and does not wait for approval` }
  }
  if (taken.has(payment.id)) return { code: 'CONFLICT', text: 'is in another basket already' }
  return undefined
}

/** By whom it was made: the same PSU, named in the same way, acting for the same. */
const isOf = (payer: Payer, payment: Payer): boolean =>
  payment.customerId === payer.customerId &&
  payment.meantFor === payer.meantFor &&
  payment.context === payer.context &&
  payment.agreementId === payer.agreementId

function repeated(paymentIds: readonly string[], place: number): Fault | undefined {
  const first = paymentIds.indexOf(paymentIds[place] ?? '')
  if (first === place) return undefined
  return { code: 'FORMAT_ERROR', text: `is the same as paymentIds/${first}` }
}
