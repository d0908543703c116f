import { form, type Html, html, type Language, type PageRequest, texts } from '../../web/web.ts'
import type { Words } from '../subject-description.ts'

/** What a form asks the flow to do: the value of the button that was pressed. */
export const actField = 'act'

export type Act =
  | 'identify'
  | 'code'
  | 'context'
  | 'agreement'
  | 'approve'
  | 'decline'
  | 'abort'
  | 'revoke'
  | 'biometric'
  | 'all'
  | 'none'

export const button = (act: Act, text: string, kind = ''): Html =>
  html`<button class="${`button ${kind}`.trim()}" name="${actField}" value="${act}">${text}</button>`

/** Says what the form does when a button of its own carries another value. */
export const does = (act: Act): Html =>
  html`<input type="hidden" name="${actField}" value="${act}">`

/** The way out stands beside the main button, but is a form of its own: see `wayOut`. */
export const cancel = (tppName: string, language: Language): Html =>
  html`<button class="button plain" form="leave">${texts.choice.cancel(tppName)[language]}</button>`

/** The same way out, where there is nothing to cancel. */
export const goBack = (tppName: string, language: Language): Html =>
  html`<button class="button" form="leave">${texts.choice.goBack(tppName)[language]}</button>`

/** On the bank's own page there is nobody to go back to. */
export const leave = (tppName: string, language: Language): Html =>
  tppName === ''
    ? html`<button class="button plain" form="leave">${texts.myConsents.leave[language]}</button>`
    : cancel(tppName, language)

export const wayOut = (request: PageRequest): Html => form(request, does('abort'), { id: 'leave' })

/** Read out by screen readers as soon as the page is there. */
export const alert = (title: string, text?: string): Html =>
  html`<div class="notice bad" role="alert"><strong>${title}</strong>${text !== undefined && html`<p>${text}</p>`}</div>`

export const loggedInAs = (name: string, language: Language): Html =>
  html`<p class="soft small">${texts.choice.loggedIn(name)[language]}</p>`

export const said = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : words[language]
