import type { PageAnswer, PageRequest, PageRoute } from '../../web/web.ts'
import type { ScaFlow, Step } from '../flow.ts'
import { act } from './act.ts'
import type { AppBindings } from './app-bindings.ts'
import { deviceView } from './device-view.ts'
import { actField } from './parts.ts'
import { remarkField, remarkIn, remarkOn } from './remark.ts'
import { showStep } from './step-view.ts'

export interface ScaPageParts {
  flow: ScaFlow
  bindings: AppBindings
}

/** The one address of an SCA: it shows the step that is due, and takes the form of that step. */
export function scaPages({ flow, bindings }: ScaPageParts): PageRoute[] {
  async function show(request: PageRequest): Promise<PageAnswer> {
    const step = await flow.look(idOf(request), request.kept, { opens: request.visits })
    const remark = remarkIn(request.query)
    const device = flow.device !== undefined
    return showStep(step, request, { remark, device, app: await inApp(step, request) })
  }

  /** Only where one app leads to the other; otherwise the default page. */
  const inApp = async (step: Step | undefined, { now }: PageRequest): Promise<boolean> =>
    flow.device !== undefined &&
    step?.step === 'log-in' &&
    step.prefersApp &&
    step.customers.length > 0 &&
    (await bindings.published(step.returnsTo, now))

  /** Every page is shown by a GET: going back or reloading never sends a form twice. */
  async function answer(request: PageRequest): Promise<PageAnswer> {
    const due = await flow.look(idOf(request), request.kept)
    // The first form opens a link that was only looked at before.
    const keep = due?.newBrowser
    const opened = keep === undefined ? request : { ...request, kept: keep }
    const remark = remarkOn(due, opened)
    if (remark !== undefined) return { goTo: `${pageOf(request)}?${remarkField}=${remark}`, keep }
    const touched = request.form.get(actField) === 'biometric'
    const step = await act(flow, opened, { app: touched && (await inApp(due, request)) })
    if (!step || step.step === 'finished') return { ...showStep(step, opened), keep }
    const revoked = request.form.get(actField) === 'revoke'
    return { goTo: `${pageOf(request)}${revoked ? `?${remarkField}=revoked` : ''}`, keep }
  }

  const pages: PageRoute[] = [
    { id: 'show-sca-page', method: 'GET', path: '/sca/{id}', answer: show },
    { id: 'answer-sca-page', method: 'POST', path: '/sca/{id}', answer },
  ]
  return flow.device ? [...pages, devicePage(flow.device)] : pages
}

const devicePage = (device: NonNullable<ScaFlow['device']>): PageRoute => ({
  id: 'show-code-device',
  method: 'GET',
  path: '/sca/{id}/device',
  async answer(request) {
    const shown = await device(idOf(request), request.kept)
    return deviceView(shown, request.language, `../${encodeURIComponent(idOf(request))}`)
  },
})

const idOf = ({ path }: PageRequest): string => path.id ?? ''
const pageOf = (request: PageRequest): string => `./${encodeURIComponent(idOf(request))}`
