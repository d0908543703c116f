import type { PageRequest } from '../../web/web.ts'
import type { ScaFlow, Step } from '../flow.ts'
import { type Act, actField } from './parts.ts'

/** Does what the pressed button says. What is not due, the flow passes over. */
export function act(
  flow: ScaFlow,
  request: PageRequest,
  /** Whether it was the page of the bank's app, which alone logs in at one touch. */
  { app }: { app: boolean },
): Promise<Step | undefined> {
  const { form, kept } = request
  const id = request.path.id ?? ''
  const typed = (name: string) => (form.get(name) ?? '').replace(/\s/g, '')
  switch (form.get(actField) as Act | null) {
    case 'identify':
      return flow.identify(id, kept, typed('customerNumber'))
    case 'biometric':
      return app ? touch(flow, request, typed('customerNumber')) : flow.look(id, kept)
    case 'code':
      return flow.enterCode(id, kept, typed('code'))
    case 'context':
      return flow.chooseContext(id, kept, contextIn(form))
    case 'agreement':
      return flow.chooseAgreement(id, kept, typed('agreement'))
    case 'approve':
      return flow.decide(id, kept, { decision: 'approve', accountIds: form.getAll('account') })
    case 'decline':
      return flow.decide(id, kept, { decision: 'decline' })
    case 'revoke':
      return flow.revoke(id, kept, typed('consent'))
    case 'abort':
      return flow.abort(id, kept)
    default:
      return flow.look(id, kept)
  }
}

const contextIn = (form: URLSearchParams) =>
  form.get('context') === 'CORPORATE' ? 'CORPORATE' : 'PRIVATE'

/** The simulated app takes the same steps as a person with a code device, at one touch. */
async function touch(flow: ScaFlow, { path, kept }: PageRequest, customerNumber: string) {
  const id = path.id ?? ''
  const step = await flow.identify(id, kept, customerNumber)
  const device = step?.step === 'code' ? await flow.device?.(id, kept) : undefined
  return device ? flow.enterCode(id, kept, device.code) : step
}
