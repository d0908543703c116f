import { type Html, html, type Language, texts, type View } from '../../web/web.ts'
import type { ShownCode } from '../flow.ts'
import { said } from './parts.ts'

/** The simulated code device: a page that shows what a customer would hold in the hand. */
export function deviceView(device: ShownCode | undefined, language: Language, back: string): View {
  const { logIn } = texts
  return {
    title: logIn.deviceTitle[language],
    main: html`<h1>${logIn.deviceTitle[language]}</h1>
${device ? screen(device, language) : html`<p>${logIn.deviceEmpty[language]}</p>`}
<p class="soft small">${logIn.deviceSimulated[language]}</p>
<div class="actions"><a class="button plain" href="${back}">${logIn.deviceBack[language]}</a></div>`,
  }
}

const deeds = {
  pay: texts.payment.devicePays,
  'pay-regularly': texts.payment.deviceRepeats,
  cancel: texts.payment.deviceStops,
}

/** A code that approves something never stands alone. */
function screen({ code, approves }: ShownCode, language: Language): Html {
  const { logIn, payment } = texts
  const digits = html`<p class="soft small">${logIn.code[language]}</p><p class="digits" id="code">${code}</p>`
  if (!approves) {
    return html`<div class="device">${digits}</div><p>${logIn.deviceText[language]}</p>`
  }
  const { does, amount, payee } = approves
  return html`<div class="device"><div class="approves">
<p class="soft small">${deeds[does][language]}</p>
<p class="sum">${said(amount, language)}</p>
<p>${payment.to[language]} ${said(payee, language)}</p>
</div>${digits}</div>
<p>${payment.deviceText[language]}</p>`
}
