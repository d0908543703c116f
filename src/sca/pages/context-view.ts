import { form, html, type PageRequest, texts, type View } from '../../web/web.ts'
import type { Step } from '../flow.ts'
import { cancel, does, loggedInAs, wayOut } from './parts.ts'

export function contextView(
  { customerName, tppName }: Extract<Step, { step: 'context' }>,
  request: PageRequest,
): View {
  const { language } = request
  const { choice } = texts
  const row = (context: string, name: string, text: string) =>
    html`<button class="choice" name="context" value="${context}"><span><span class="name">${name}<small>${text}</small></span></span></button>`
  return {
    title: choice.contextTitle[language],
    main: html`${loggedInAs(customerName, language)}
<h1>${choice.contextTitle[language]}</h1>
<p>${choice.contextText(tppName)[language]}</p>
${form(
  request,
  html`${does('context')}<div class="choices">
${row('PRIVATE', choice.private[language], choice.privateText[language])}
${row('CORPORATE', choice.corporate[language], choice.corporateText[language])}
</div>`,
)}
<div class="actions">${cancel(tppName, language)}</div>
${wayOut(request)}`,
  }
}
