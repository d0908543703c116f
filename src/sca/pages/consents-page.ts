import {
  form,
  html,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  type Said,
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
    const opened = await flow.openOwnPage(bank)
    if (opened === 'busy') return { status: 429, ...door(request, options, { bank, ...busy }) }
    if (opened === 'unknown') return { status: 422, ...door(request, options, { bank, ...wrong }) }
    return { goTo: `./sca/${opened.linkId}` }
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

const own = texts.myConsents

interface Refused {
  /** As it was typed. */
  bank: string
  says: Said
  /** Whether what was typed is the reason. */
  mistyped: boolean
}

const busy = { says: own.busy, mistyped: false }
const wrong = { says: own.bankUnknown, mistyped: true }

function door(request: PageRequest, { asksForBank }: ConsentsPageOptions, refused?: Refused) {
  const { language } = request
  const field = html`<div class="field">
<label for="bank">${own.bank[language]}</label>
<p class="hint" id="bank-hint">${own.bankHint[language]}</p>
<input type="text" id="bank" name="bank" value="${refused?.bank ?? ''}" maxlength="64" spellcheck="false" autocapitalize="characters" aria-describedby="bank-hint"${refused?.mistyped && html` aria-invalid="true"`}>
</div>`
  return {
    title: own.title[language],
    main: html`<h1>${own.title[language]}</h1>
<p>${texts.logIn.asks['own-consents']()[language]}</p>
${refused && alert(refused.says[language])}
${form(
  request,
  html`${asksForBank && field}
<div class="actions"><button class="button">${texts.logIn.title[language]}</button></div>`,
)}`,
  }
}
