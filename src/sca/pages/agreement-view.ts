import { form, html, type PageRequest, texts, type View } from '../../web/web.ts'
import type { Step } from '../flow.ts'
import { cancel, does, loggedInAs, wayOut } from './parts.ts'

export function agreementView(
  { customerName, tppName, shows, agreements }: Extract<Step, { step: 'agreement' }>,
  request: PageRequest,
): View {
  const { language } = request
  const { choice, payment } = texts
  const rows = agreements.map(
    ({ id, name, ownerName }) =>
      html`<button class="choice" name="agreement" value="${id}"><span><span class="name">${ownerName}<small>${name}</small></span></span></button>`,
  )
  return {
    title: choice.agreementTitle[language],
    main: html`${loggedInAs(customerName, language)}
<h1>${choice.agreementTitle[language]}</h1>
<p>${(shows === 'approval' ? payment.whose : choice.contextText(tppName))[language]}</p>
${form(request, html`${does('agreement')}<div class="choices">${rows}</div>`)}
<div class="actions">${cancel(tppName, language)}</div>
${wayOut(request)}`,
  }
}
