import { hash } from 'node:crypto'
import type { Caller } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import type { Input, Output } from '../wire/operation.ts'
import type { walkSca } from '../wire/sandbox-sca.ts'
import type { HeadlessFlow } from './create-flow.ts'
import type { Step } from './flow.ts'
import { agreementIn, ticksIn } from './script.ts'

export type Script = Input<typeof walkSca>['body']

/** A PSU without a browser: goes from step to step as the script says, until the link has ended. */
export const createHeadless = (flow: HeadlessFlow) => ({
  async walk(
    { tppId }: Caller,
    { path, body: script }: Input<typeof walkSca>,
  ): Promise<Output<typeof walkSca>> {
    const walk: Walk = { flow, link: path.id, token: tokenFor(tppId, path.id), script }
    let step = await flow.openAs(walk.link, walk.token, tppId)
    // Another TPP's link is answered like one that does not exist.
    if (!step) throw unknown()
    if (script.outcome === 'decline' && !isOver(step)) requireDecision(step)
    if (script.outcome === 'abort' && !isOver(step)) step = await flow.abort(walk.link, walk.token)
    while (step && !isOver(step)) step = await next(walk, step)
    return { redirect: redirectOf(step) }
  },
})

export type Headless = ReturnType<typeof createHeadless>

interface Walk {
  flow: HeadlessFlow
  link: string
  token: string
  script: Script
}

const unknown = (): Problem => new Problem('RESOURCE_UNKNOWN', 'There is no such link.')

/** Always the same for a TPP and its link, so that a walk that broke off can go on. */
const tokenFor = (tppId: string, link: string): string =>
  hash('sha256', `headless\n${tppId}\n${link}`, 'base64url')

const isOver = ({ step }: Step): boolean => step === 'finished' || step === 'closed'

function requireDecision({ shows }: Step): void {
  if (shows !== 'log-in') return
  throw new Problem('FORMAT_ERROR', 'The PSU only logs in, so there is nothing to decline:', {
    findings: [{ path: 'body/outcome', text: 'must be approve, abort or wrong-code' }],
  })
}

function redirectOf(step: Step | undefined): string {
  if (step?.step === 'finished') return step.redirect
  if (step?.step !== 'closed') throw unknown()
  if (step.back !== undefined) return step.back
  throw new Problem('CONFLICT', 'A browser has opened this link, and only that one can use it.')
}

async function next({ flow, link, token, script }: Walk, step: Step): Promise<Step | undefined> {
  switch (step.step) {
    case 'log-in':
      return flow.identify(link, token, customerNumberIn(script, step))
    case 'code':
      return flow.enterCode(link, token, await codeFor(flow, link, token, script))
    case 'context':
      return flow.chooseContext(link, token, contextIn(script))
    case 'agreement':
      return flow.chooseAgreement(link, token, agreementIn(script, step.agreements))
    case 'consent':
    case 'approval':
      if (script.outcome === 'decline') return flow.decide(link, token, { decision: 'decline' })
      return flow.decide(link, token, { decision: 'approve', accountIds: ticksIn(script, step) })
    default:
      return flow.abort(link, token)
  }
}

function customerNumberIn(script: Script, step: Extract<Step, { step: 'log-in' }>): string {
  const expected = step.customers.find(({ expected }) => expected)?.number
  const number = script.customerNumber ?? step.customerNumber ?? expected
  if (number !== undefined) return number
  throw new Problem('FORMAT_ERROR', 'The request has not named the PSU, so the script must:', {
    findings: [{ path: 'body/customerNumber', text: 'is required' }],
  })
}

async function codeFor(flow: HeadlessFlow, link: string, token: string, { outcome }: Script) {
  const code = (await flow.device?.(link, token))?.code ?? ''
  if (outcome !== 'wrong-code') return code
  return code === '000000' ? '000001' : '000000'
}

const contextIn = ({ context, agreement }: Script): 'PRIVATE' | 'CORPORATE' =>
  context ?? (agreement === undefined ? 'PRIVATE' : 'CORPORATE')
