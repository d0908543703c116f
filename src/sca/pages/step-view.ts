import type { PageAnswer, PageRequest, View } from '../../web/web.ts'
import type { Step } from '../flow.ts'
import { agreementView } from './agreement-view.ts'
import { appView } from './app-view.ts'
import { approvalView } from './approval-view.ts'
import { codeView } from './code-view.ts'
import { consentView } from './consent-view.ts'
import { contextView } from './context-view.ts'
import { closedView, finishedView, unknownView } from './end-view.ts'
import { logInView } from './log-in-view.ts'
import { ownConsentsView } from './own-consents-view.ts'
import type { Remark } from './remark.ts'

export interface Shown {
  remark?: Remark | undefined
  /** The TPP asks for the bank's app, and its own app can be found from there. */
  app?: boolean
  /** There is a simulated code device. */
  device?: boolean
}

/** The page of a step. The last one is the way back itself. */
export function showStep(
  step: Step | undefined,
  request: PageRequest,
  shown: Shown = {},
): PageAnswer {
  if (!step) return unknownView(request.language)
  const keep = step.newBrowser
  if (step.step === 'finished') {
    if (step.redirect === '') return { goTo: '../consents' }
    return { goTo: step.redirect, view: finishedView(step, request.language), keep }
  }
  return { leadsTo: schemeOf(step.returnsTo), ...viewOf(step, request, shown), keep }
}

function viewOf(
  step: Exclude<Step, { step: 'finished' }>,
  request: PageRequest,
  { remark, app = false, device = false }: Shown,
): View {
  switch (step.step) {
    case 'log-in':
      return app ? appView(step, request) : logInView(step, request, remark)
    case 'code':
      return codeView(step, request, { remark, device: device ? deviceOf(request) : undefined })
    case 'context':
      return contextView(step, request)
    case 'agreement':
      return agreementView(step, request)
    case 'consent':
      return consentView(step, request, remark)
    case 'own-consents':
      return ownConsentsView(step, request, remark)
    case 'approval':
      return approvalView(step, request)
    case 'closed':
      return closedView(step, request.language)
  }
}

/** From the bank's own page no form leads to anybody else. */
const schemeOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : new URL(address).protocol

/** Relative to `/sca/{id}`, so that a path before ours does no harm. */
const deviceOf = ({ path }: PageRequest): string => `${encodeURIComponent(path.id ?? '')}/device`
