import type { PageRequest } from '../../web/web.ts'
import type { Step } from '../flow.ts'
import { choicesOf } from './consent-view.ts'
import { actField } from './parts.ts'

/** What a page says besides its step: it travels in the address, so that reloading keeps it. */
const remarks = ['blank', 'all', 'none', 'nothing', 'revoked'] as const
export type Remark = (typeof remarks)[number]

export const remarkField = 'show'

export function remarkIn(query: URLSearchParams): Remark | undefined {
  const given = query.get(remarkField)
  return remarks.find((remark) => remark === given)
}

/** What the page has to say before the flow is asked: nothing typed, nothing ticked. */
export function remarkOn(due: Step | undefined, { form }: PageRequest): Remark | undefined {
  const pressed = form.get(actField)
  if (pressed === 'identify' && isBlank(form, 'customerNumber')) return 'blank'
  if (pressed === 'code' && isBlank(form, 'code')) return 'blank'
  if (due?.step !== 'consent') return undefined
  if (pressed === 'all' || pressed === 'none') return pressed
  if (pressed !== 'approve' || form.has('account')) return undefined
  // With nothing granted before, nothing ticked says nothing; otherwise it takes all back.
  return choicesOf(due).some(({ granted }) => granted) ? undefined : 'nothing'
}

const isBlank = (form: URLSearchParams, name: string): boolean => !form.get(name)?.trim()
