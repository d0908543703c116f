import { form, html, type PageRequest, texts, type View } from '../../web/web.ts'
import type { Step } from '../flow.ts'
import { logInForms } from './log-in-view.ts'
import { cancel, does, wayOut } from './parts.ts'

/** The bank's app instead of the log-in: one touch, where the sandbox has nobody's finger. */
export function appView(step: Extract<Step, { step: 'log-in' }>, request: PageRequest): View {
  const { language } = request
  const { tppName, customers, shows } = step
  const known = customers.filter(({ expected }) => expected)
  const rows = (known.length > 0 ? known : customers).map(
    ({ number, name }) =>
      html`<button class="choice" name="customerNumber" value="${number}"><span><span class="name">${texts.app.approveAs(name)[language]}<small class="figures">${number}</small></span></span></button>`,
  )
  return {
    title: texts.app.title[language],
    main: html`<h1>${texts.app.title[language]}</h1>
<p>${texts.logIn.asks[shows](tppName)[language]}</p>
${form(
  request,
  html`${does('biometric')}<fieldset><legend>${texts.app.phone[language]}</legend>
${finger}<div class="choices">${rows}</div></fieldset>`,
)}
<p class="soft small">${texts.app.simulated[language]}</p>
<details><summary>${texts.app.instead[language]}</summary>
${logInForms({ ...step, customers: [] }, request, { missing: false })}</details>
<div class="actions">${cancel(tppName, language)}</div>
${wayOut(request)}`,
  }
}

const finger = html`<svg class="finger" width="64" height="64" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><path d="M12 11v3c0 2.500.5 4.500 1.500 6.500M8.500 19.500c-.7-1.800-1-3.600-1-5.500v-2.500a4.500 4.500 0 0 1 9 0V14c0 1.300.2 2.600.6 3.800M4.500 15.500c-.2-1-.2-2-.2-4a7.700 7.700 0 0 1 12.500-6M19.500 10c.2.800.2 1.500.2 2.300v2"/></svg>`
