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
import type { Step, SubjectDescription, Words } from '../flow.ts'
import { button, cancel, loggedInAs, wayOut } from './parts.ts'

type Line = SubjectDescription['lines'][number]
type Payees = NonNullable<SubjectDescription['payees']>

/** So many payees are open; the rest is behind "show all". */
const openMax = 5

export function approvalView(
  { customerName, tppName, subject }: Extract<Step, { step: 'approval' }>,
  request: PageRequest,
): View {
  const { language } = request
  const { approval } = texts
  const title = said(subject.title, language)
  const amount = subject.amount && showMoney(subject.amount, language)
  const approve = amount === undefined ? approval.approve : approval.pay(amount)
  return {
    title,
    main: html`${loggedInAs(customerName, language)}
<h1>${title}</h1>
<p>${approval.asks(tppName)[language]}</p>
<section class="panel">
${amount !== undefined && html`<p class="amount">${amount}</p>`}
<dl class="facts">${subject.lines.map((line) => fact(line, language))}</dl>
</section>
${subject.payees && payeeList(subject.payees, language)}
<p class="soft small">${approval.exactly[language]}</p>
${form(
  request,
  html`<div class="actions">
${button('approve', approve[language])}
${button('decline', approval.decline[language], 'plain')}
${cancel(tppName, language)}
</div>`,
)}
${wayOut(request)}`,
  }
}

const fact = ({ label, value }: Line, language: Language): Html =>
  html`<div><dt>${said(label, language)}</dt><dd>${shown(value, language)}</dd></div>`

function shown(value: Line['value'], language: Language): string | Html {
  if (typeof value === 'string') return value
  if (value instanceof Temporal.PlainDate) return showDate(value, language)
  if ('minor' in value) return html`<span class="figures">${showMoney(value, language)}</span>`
  return value[language]
}

const said = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : words[language]

function payeeList(payees: Payees, language: Language): Html {
  const rows = payees.map(
    ({ name, account, amount }) =>
      html`<div><dt>${name}<br><small class="figures">${showAccountNumber(account)}</small></dt><dd class="figures">${showMoney(amount, language)}</dd></div>`,
  )
  const rest = rows.slice(openMax)
  return html`<section class="panel"><h2>${texts.approval.payees[language]}</h2>
<dl class="facts">${rows.slice(0, openMax)}</dl>
${rest.length > 0 && html`<details><summary>${texts.approval.showAll(rows.length)[language]}</summary><dl class="facts">${rest}</dl></details>`}
</section>`
}
