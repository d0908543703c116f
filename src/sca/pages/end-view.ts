import { html, type Language, texts, type View } from '../../web/web.ts'
import type { Step } from '../flow.ts'

type Closed = Extract<Step, { step: 'closed' }>

/** A road that ends still offers the way back to whoever sent the person here. */
export function closedView({ reason, back, tppName, shows }: Closed, language: Language): View {
  const own = shows === 'own-consents'
  const away = own && (reason === 'expired' || reason === 'used')
  const { title, text } = texts.closed[away ? 'away' : reason]
  return {
    status: reason === 'locked' ? 403 : 410,
    title: title[language],
    main: html`<h1>${title[language]}</h1>
<p>${text[language]}</p>
${back ? wayBack(back, tppName, language) : own && logInAgain(language)}`,
  }
}

export function unknownView(language: Language): View {
  const { title, text } = texts.closed.unknown
  return {
    status: 404,
    title: title[language],
    main: html`<h1>${title[language]}</h1><p>${text[language]}</p>`,
  }
}

/** Seen only where a browser does not go back by itself, such as to an app that is not there. */
export function finishedView(
  { outcome, redirect, tppName, shows }: Extract<Step, { step: 'finished' }>,
  language: Language,
): View {
  const title = texts.finished[outcome][language]
  return {
    title,
    main: html`<h1>${title}</h1>
${outcome === 'refused' && shows === 'approval' && html`<p>${texts.payment.failed[language]}</p>`}
<p>${texts.finished.text(tppName)[language]}</p>
${wayBack(redirect, tppName, language)}`,
  }
}

const logInAgain = (language: Language) =>
  html`<div class="actions"><a class="button" href="../consents">${texts.myConsents.again[language]}</a></div>`

const wayBack = (address: string, tppName: string, language: Language) =>
  html`<div class="actions"><a class="button" href="${address}">${texts.choice.goBack(tppName)[language]}</a></div>`
