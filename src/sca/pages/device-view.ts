import { html, type Language, texts, type View } from '../../web/web.ts'

/** The simulated code device: a page that shows what a customer would hold in the hand. */
export function deviceView(
  device: { code: string } | undefined,
  language: Language,
  back: string,
): View {
  const { logIn } = texts
  return {
    title: logIn.deviceTitle[language],
    main: html`<h1>${logIn.deviceTitle[language]}</h1>
${
  device
    ? html`<div class="device"><p class="soft small">${logIn.code[language]}</p><p class="digits" id="code">${device.code}</p></div>
<p>${logIn.deviceText[language]}</p>`
    : html`<p>${logIn.deviceEmpty[language]}</p>`
}
<p class="soft small">${logIn.deviceSimulated[language]}</p>
<div class="actions"><a class="button plain" href="${back}">${logIn.deviceBack[language]}</a></div>`,
  }
}
