import { form, type Html, html, type PageRequest, texts, type View } from '../../web/web.ts'
import type { Step } from '../flow.ts'
import { alert, button, does, leave, wayOut } from './parts.ts'
import type { Remark } from './remark.ts'

type LogIn = Pick<Extract<Step, { step: 'log-in' }>, 'customerNumber' | 'customers'>

/** So many are shown at once; the rest is behind a click. */
const openMax = 8

export function logInView(
  step: Extract<Step, { step: 'log-in' }>,
  request: PageRequest,
  remark: Remark | undefined,
): View {
  const { tppName, shows } = step
  return {
    title: texts.logIn.title[request.language],
    main: html`<h1>${texts.logIn.title[request.language]}</h1>
<p>${texts.logIn.asks[shows](tppName)[request.language]}</p>
${logInForms(step, request, { missing: remark === 'blank', beside: leave(tppName, request.language) })}
${wayOut(request)}`,
  }
}

/** Also for the bank's own page, where nobody else asks. */
export function logInForms(
  step: LogIn,
  request: PageRequest,
  { missing, beside }: { missing: boolean; beside?: Html },
): Html {
  return html`${missing && alert(texts.logIn.numberMissing[request.language])}
${step.customers.length > 0 && picker(step, request)}
${typed(step, request, { missing, beside })}`
}

function picker({ customers }: LogIn, request: PageRequest): Html {
  const { language } = request
  const rows = customers.map(
    ({ number, name, type }) =>
      html`<button class="choice" name="customerNumber" value="${number}"><span>
<span class="name">${name}<small class="figures">${number}</small></span>
<span class="aside"><small>${texts.logIn[type === 'PRIVATE' ? 'person' : 'company'][language]}</small></span>
</span></button>`,
  )
  const rest = rows.slice(openMax)
  return form(
    request,
    html`${does('identify')}<fieldset><legend>${texts.logIn.pick[language]}</legend>
<div class="choices">${rows.slice(0, openMax)}</div>
${rest.length > 0 && html`<details><summary>${texts.logIn.moreCustomers(rest.length)[language]}</summary><div class="choices">${rest}</div></details>`}
</fieldset>`,
  )
}

function typed(
  step: LogIn,
  request: PageRequest,
  { missing, beside }: { missing: boolean; beside: Html | undefined },
): Html {
  const { language } = request
  const picked = step.customers.length > 0
  return form(
    request,
    html`${does('identify')}
${picked && html`<h2>${texts.logIn.orNumber[language]}</h2>`}
<div class="field">
<label for="customer-number">${texts.logIn.number[language]}</label>
<p class="hint" id="customer-number-hint">${texts.logIn.numberHint[language]}</p>
<input type="text" id="customer-number" name="customerNumber" value="${step.customerNumber ?? ''}" inputmode="numeric" maxlength="20" autocomplete="off" spellcheck="false" aria-describedby="customer-number-hint"${missing && html` aria-invalid="true"`}>
</div>
<div class="actions">${button('identify', texts.logIn.next[language])}${beside}</div>`,
  )
}
