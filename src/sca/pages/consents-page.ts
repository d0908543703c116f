import {
  form,
  html,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  texts,
  type View,
} from '../../web/web.ts'
import type { CustomerChoice, ScaFlow } from '../flow.ts'
import { logInForms } from './log-in-view.ts'
import { alert } from './parts.ts'

export interface ConsentsPageOptions {
  /** In a sandbox with a bank for each TPP, the person has to say which one. */
  asksForBank: boolean
}

/** The log-in to the bank's own page of consents; what follows is the same as everywhere. */
export function consentsPages(flow: ScaFlow, { asksForBank }: ConsentsPageOptions): PageRoute[] {
  const bankIn = ({ query }: PageRequest): string | undefined =>
    asksForBank ? (query.get(bankField) ?? undefined) : '*'

  async function show(request: PageRequest, said?: Refusal): Promise<View> {
    const bank = bankIn(request)
    if (bank === undefined) return door(request)
    const opened = await flow.ownPage(bank)
    if (opened !== 'unknown') return logIn(request, opened.customers, said)
    return asksForBank ? door(request, bank) : logIn(request, [], said)
  }

  async function answer(request: PageRequest): Promise<PageAnswer> {
    const bank = bankIn(request)
    if (bank === undefined || request.form.has(bankField)) return enter(request)
    const number = (request.form.get('customerNumber') ?? '').trim()
    if (number === '') return show(request, 'blank')
    const opened = await flow.openOwnPage(bank, number)
    if (opened === 'busy') return show(request, 'busy')
    return opened === 'unknown' ? show(request) : { goTo: `./sca/${opened.linkId}` }
  }

  /** To the log-in of the bank that was typed; the address says which one it is. */
  async function enter(request: PageRequest): Promise<PageAnswer> {
    const bank = (request.form.get(bankField) ?? '').trim()
    if ((await flow.ownPage(bank)) === 'unknown') return door(request, bank)
    return { goTo: `./consents?${new URLSearchParams({ [bankField]: bank })}` }
  }

  return [
    {
      ...{ id: 'show-consents-page', method: 'GET', path: '/consents', limited: true },
      answer: (request) => show(request),
    },
    { id: 'open-consents-page', method: 'POST', path: '/consents', limited: true, answer },
  ]
}

const own = texts.myConsents
const bankField = 'bank'

/** Why the log-in has not begun. */
type Refusal = 'blank' | 'busy'

const statuses: Record<Refusal, number> = { blank: 422, busy: 429 }

function logIn(
  request: PageRequest,
  customers: readonly CustomerChoice[],
  refusal: Refusal | undefined,
): View {
  const { language } = request
  const { title, asks } = texts.logIn
  return {
    ...(refusal && { status: statuses[refusal] }),
    title: title[language],
    main: html`<h1>${title[language]}</h1>
<p>${asks['own-consents']()[language]}</p>
${refusal === 'busy' && alert(own.busy[language])}
${logInForms({ customers }, request, { missing: refusal === 'blank' })}`,
  }
}

/** `unknown` is a bank that was typed and is not there. */
function door(request: PageRequest, unknown?: string): View {
  const { language } = request
  const isUnknown = unknown !== undefined
  return {
    ...(isUnknown && { status: 422 }),
    title: own.title[language],
    main: html`<h1>${own.title[language]}</h1>
<p>${texts.logIn.asks['own-consents']()[language]}</p>
${isUnknown && alert(own.bankUnknown[language])}
${form(
  request,
  html`<div class="field">
<label for="bank">${own.bank[language]}</label>
<p class="hint" id="bank-hint">${own.bankHint[language]}</p>
<input type="text" id="bank" name="${bankField}" value="${unknown ?? ''}" maxlength="64" spellcheck="false" autocapitalize="characters" aria-describedby="bank-hint"${isUnknown && html` aria-invalid="true"`}>
</div>
<div class="actions"><button class="button">${texts.logIn.title[language]}</button></div>`,
)}`,
  }
}
