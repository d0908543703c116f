import {
  form,
  html,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  texts,
} from '../../web/web.ts'
import type { ScaFlow } from '../flow.ts'
import { alert } from './parts.ts'

export interface ConsentsPageOptions {
  /** In a sandbox with a bank for each TPP, the person has to say which one. */
  asksForBank: boolean
}

/** The door to the bank's own page of consents; behind it is the same log-in as everywhere. */
export function consentsPages(flow: ScaFlow, options: ConsentsPageOptions): PageRoute[] {
  async function open(request: PageRequest): Promise<PageAnswer> {
    const bank = options.asksForBank ? (request.form.get('bank') ?? '').trim() : '*'
    const linkId = await flow.openOwnPage(bank)
    if (linkId === undefined) return { status: 422, ...door(request, options, bank) }
    return { goTo: `./sca/${linkId}` }
  }
  return [
    {
      id: 'show-consents-page',
      method: 'GET',
      path: '/consents',
      answer: async (request) => door(request, options),
    },
    { id: 'open-consents-page', method: 'POST', path: '/consents', answer: open },
  ]
}

function door(request: PageRequest, { asksForBank }: ConsentsPageOptions, unknown?: string) {
  const { language } = request
  const own = texts.myConsents
  const wrong = unknown !== undefined
  const field = html`<div class="field">
<label for="bank">${own.bank[language]}</label>
<p class="hint" id="bank-hint">${own.bankHint[language]}</p>
<input type="text" id="bank" name="bank" value="${unknown ?? ''}" maxlength="64" spellcheck="false" autocapitalize="characters" aria-describedby="bank-hint"${wrong && html` aria-invalid="true"`}>
</div>`
  return {
    title: own.title[language],
    main: html`<h1>${own.title[language]}</h1>
<p>${texts.logIn.asks['own-consents']()[language]}</p>
${wrong && alert(own.bankUnknown[language])}
${form(
  request,
  html`${asksForBank && field}
<div class="actions"><button class="button">${texts.logIn.title[language]}</button></div>`,
)}`,
  }
}
