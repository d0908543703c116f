import { form, type Html, html, type PageRequest, texts, type View } from '../../web/web.ts'
import type { Step } from '../flow.ts'
import { alert, button, does, leave, wayOut } from './parts.ts'
import type { Remark } from './remark.ts'

interface CodeForm {
  number: string
  failed: boolean
  missing: boolean
  /** The code is made for what waits to be approved. */
  approves: boolean
  /** Where the simulated code device is, relative to this page; none where a bank has its own. */
  device: string | undefined
  beside: Html
}

export function codeView(
  step: Extract<Step, { step: 'code' }>,
  request: PageRequest,
  { remark, device }: { remark: Remark | undefined; device: string | undefined },
): View {
  return {
    title: texts.logIn.codeTitle[request.language],
    main: html`${codeForm(request, {
      device,
      missing: remark === 'blank',
      failed: step.failed,
      approves: step.shows === 'approval',
      number: step.customerNumber,
      beside: leave(step.tppName, request.language),
    })}
${other(request)}
${wayOut(request)}`,
  }
}

/** Which part was wrong is never told, so there is one text for all failures. */
function codeForm(
  request: PageRequest,
  { number, failed, missing, approves, device, beside }: CodeForm,
): Html {
  const { language } = request
  const wrong = failed || missing
  return html`<h1>${texts.logIn.codeTitle[language]}</h1>
${missing && alert(texts.logIn.codeMissing[language])}
${failed && !missing && alert(texts.logIn.failed[language], texts.logIn.failedText[language])}
${number !== '' && html`<p>${texts.logIn.as(number)[language]}</p>`}
<p id="code-hint">${texts.logIn.codeText[language]}</p>
${approves && html`<p>${texts.payment.codeText[language]}</p>`}
${device !== undefined && html`<p>${wayToDevice(device, request)}</p>`}
${form(
  request,
  html`<div class="field">
<label for="code">${texts.logIn.code[language]}</label>
<input class="code" type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" spellcheck="false" aria-describedby="code-hint"${wrong && html` aria-invalid="true"`}>
</div>
<div class="actions">${button('code', texts.logIn.title[language])}${beside}</div>`,
)}`
}

/** In a frame it takes the place of the page, since a tab of its own would not know the browser. */
const wayToDevice = (device: string, { framed, language }: PageRequest): Html =>
  framed
    ? html`<a class="button quiet" href="${device}">${texts.logIn.showDevice[language]}</a>`
    : html`<a class="button quiet" href="${device}" target="_blank" rel="noopener">${texts.logIn.openDevice[language]}</a>`

/** A mistyped number must not cost the person the link. */
function other(request: PageRequest): Html {
  const { language } = request
  return html`<details><summary>${texts.logIn.other[language]}</summary>
${form(
  request,
  html`${does('identify')}<div class="field"><label for="customer-number">${texts.logIn.number[language]}</label>
<input type="text" id="customer-number" name="customerNumber" inputmode="numeric" maxlength="20" autocomplete="off" spellcheck="false" required></div>
<button class="button quiet">${texts.logIn.next[language]}</button>`,
)}</details>`
}
