import {
  form,
  type Html,
  html,
  type Language,
  type PageRequest,
  showAccountNumber,
  showDate,
  texts,
  type View,
} from '../../web/web.ts'
import type { OwnConsent, Step } from '../flow.ts'
import { button, does, loggedInAs } from './parts.ts'
import type { Remark } from './remark.ts'

const own = texts.myConsents

/** Who sees what, and a button for each to end it. */
export function ownConsentsView(
  { customerName, consents }: Extract<Step, { step: 'own-consents' }>,
  request: PageRequest,
  remark: Remark | undefined,
): View {
  const { language } = request
  return {
    title: own.title[language],
    main: html`${loggedInAs(customerName, language)}
<h1>${own.title[language]}</h1>
${remark === 'revoked' && html`<div class="notice good" role="status"><p>${own.revoked[language]}</p></div>`}
<p>${own[consents.length === 0 ? 'none' : 'text'][language]}</p>
${form(
  request,
  html`${does('revoke')}${consents.map((consent) => panel(consent, language))}
${consents.length > 1 && revokeButton('all', own.revokeAll[language])}`,
)}
${form(request, html`<div class="actions">${button('abort', own.logOut[language], consents.length > 0 ? 'plain' : '')}</div>`)}`,
  }
}

function panel(consent: OwnConsent, language: Language): Html {
  const { id, tppName, agreement, accounts, grantedAt, validUntil } = consent
  const whose = agreement ? `${agreement.ownerName}, ${agreement.name}` : own.mine[language]
  return html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${tppName}</h2>
<dl class="facts">
${fact(own.whose[language], whose)}
${fact(own.given[language], showDate(grantedAt, language))}
${fact(own.until[language], showDate(validUntil, language))}
${fact(
  own.sees[language],
  accounts.length === 0
    ? own.nothing[language]
    : html`<ul>${accounts.map(({ name, number }) => html`<li>${name} <span class="figures">${showAccountNumber(number)}</span></li>`)}</ul>`,
)}
</dl>
<p>${revokeButton(id, own.revoke(tppName)[language])}</p>
</section>`
}

const fact = (label: string, value: string | Html): Html =>
  html`<div><dt>${label}</dt><dd>${value}</dd></div>`

const revokeButton = (id: string, text: string): Html =>
  html`<button class="button quiet danger" name="consent" value="${id}">${text}</button>`
