import {
  form,
  type Html,
  html,
  type Language,
  type PageRequest,
  showAccountNumber,
  showDate,
  showMoney,
  texts,
  type View,
} from '../../web/web.ts'
import type { ConsentChoice, Step } from '../flow.ts'
import { authorisation } from './authority.ts'
import { alert, button, cancel, loggedInAs, wayOut } from './parts.ts'
import type { Remark } from './remark.ts'

export type ConsentStep = Extract<Step, { step: 'consent' }>

export function consentView(
  step: ConsentStep,
  request: PageRequest,
  remark: Remark | undefined,
): View {
  const { language } = request
  const { tppName, customerName, agreement } = step
  const { consent } = texts
  const all = choicesOf(step)
  const ids = new Set(all.filter(ticked(remark)).map(({ id }) => id))
  return {
    title: consent.title(tppName)[language],
    main: html`${loggedInAs(customerName, language)}
<h1>${consent.title(tppName)[language]}</h1>
${asked(step, language)}
${agreement && html`<p><strong>${consent.onBehalf(agreement.ownerName, agreement.name)[language]}</strong></p>`}
${
  all.length === 0
    ? html`<p>${consent.nothing[language]}</p><div class="actions">${cancel(tppName, language)}</div>`
    : form(request, tickForm(step, ids, { request, remark }), {
        id: 'accounts',
        action: '#accounts',
      })
}
${wayOut(request)}
<p class="soft small">${consent.takeBack('../consents')[language]} ${consent.ends(showDate(step.until, language))[language]}</p>
<p class="soft small">${consent.help(tppName)[language]}</p>`,
  }
}

/** Already granted ones, unless the person has just chosen all or none. */
const ticked =
  (remark: Remark | undefined) =>
  ({ granted }: ConsentChoice): boolean =>
    remark === 'all' || (granted && remark !== 'none')

export const choicesOf = ({ accounts, cardAccounts }: ConsentStep): ConsentChoice[] => [
  ...accounts,
  ...cardAccounts,
]

function asked({ tppName, tppId, until }: ConsentStep, language: Language): Html {
  const { consent } = texts
  return html`<section class="panel">
<p>${consent.asks(tppName, authorisation(tppId, language))[language]}</p>
<ul class="points">
<li>${consent.balances[language]}</li>
<li>${consent.transactions[language]}</li>
<li>${consent.until(showDate(until, language))[language]}</li>
<li>${consent.unattended[language]}</li>
</ul>
</section>`
}

function tickForm(
  step: ConsentStep,
  ids: ReadonlySet<string>,
  { request: { language }, remark }: { request: PageRequest; remark: Remark | undefined },
): Html {
  const { consent } = texts
  const all = choicesOf(step)
  const full = ids.size === all.length
  const renewed = all.some(({ granted }) => granted)
  const group = (title: string, choices: readonly ConsentChoice[]) =>
    choices.length > 0 &&
    html`<fieldset><legend>${title}</legend><div class="choices">${choices.map((choice) => row(choice, ids, language))}</div></fieldset>`
  return html`${remark === 'nothing' && alert(consent.noneChosen[language])}
<div class="beside"><h2>${consent.which[language]}</h2>
${button(full ? 'none' : 'all', consent[full ? 'chooseNone' : 'chooseAll'][language], 'quiet')}</div>
${renewed && html`<p class="soft">${consent.granted[language]}</p>`}
${group(consent.accounts[language], step.accounts)}
${group(consent.cards[language], step.cardAccounts)}
<p>${consent.cannot(step.tppName)[language]}</p>
<div class="actions">
${button('approve', consent[renewed ? 'save' : 'give'][language])}
${button('decline', consent.decline[language], 'plain')}
${cancel(step.tppName, language)}
</div>`
}

function row(choice: ConsentChoice, ids: ReadonlySet<string>, language: Language): Html {
  const { id, name, number, balance } = choice
  return html`<label class="choice"><input type="checkbox" name="account" value="${id}"${ids.has(id) && html` checked`}><span>
<span class="name">${name}<small class="figures">${showAccountNumber(number)}</small></span>
${balance && html`<span class="aside figures">${showMoney(balance, language)}</span>`}
</span></label>`
}
