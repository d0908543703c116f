import {
  form,
  type Html,
  html,
  type Language,
  type PageRequest,
  type Said,
  showDate,
  showList,
  showMoney,
  texts,
  type View,
} from '../../web/web.ts'
import type { Step } from '../flow.ts'
import type { Payee, SubjectDescription, SubjectLine } from '../subject-description.ts'
import { button, cancel, goBack, loggedInAs, said, wayOut } from './parts.ts'

/** So many payees are open; the rest is behind "show all". */
const openMax = 5

export function approvalView(
  { customerName, tppName, subject }: Extract<Step, { step: 'approval' }>,
  request: PageRequest,
): View {
  const { language } = request
  const title = said(subject.title, language)
  const { tooLate } = subject
  const { asks, no, exactly } = wordsFor[subject.does]
  const warnings = tooLate ? [tooLate.why] : subject.remarks
  return {
    title,
    main: html`${loggedInAs(customerName, language)}
<h1>${title}</h1>
${!tooLate && html`<p>${asks(tppName)[language]}</p>`}
${warnings.map((remark) => html`<div class="notice warn"><p>${said(remark, language)}</p></div>`)}
<section class="panel">
${subject.amounts.length > 0 && large(subject, language)}
<dl class="facts labelled">${subject.lines.map((line) => fact(line, language))}</dl>
</section>
${subject.payees && payeeList(subject.payees, language)}
${!tooLate && exactly && html`<p class="soft small">${exactly[language]}</p>`}
${form(
  request,
  html`<div class="actions">
${tooLate ? goBack(tppName, language) : button('approve', mainButton(subject, language))}
${button('decline', no[language], 'plain')}
${!tooLate && cancel(tppName, language)}
</div>`,
)}
${wayOut(request)}`,
  }
}

interface DeedWords {
  asks(name: string): Said<Html>
  no: Said
  exactly?: Said
}

const paying: DeedWords = {
  asks: texts.approval.asks,
  no: texts.approval.decline,
  exactly: texts.approval.exactly,
}

const wordsFor: Record<SubjectDescription['does'], DeedWords> = {
  pay: paying,
  'pay-regularly': paying,
  cancel: { asks: texts.payment.asksToStop, no: texts.payment.keep },
}

/** Named by what it does; more than two currencies would make it a list. */
function mainButton({ does, amounts, payees }: SubjectDescription, language: Language): string {
  const { approval, payment } = texts
  if (does === 'cancel') return payment.stop[language]
  if (amounts.length === 0) return approval.approve[language]
  if (amounts.length > 2 && payees) return payment.payMany(payees.length)[language]
  const shown = amounts.map((amount) => showMoney(amount, language))
  const pay = does === 'pay' ? approval.pay : payment.payEachTime
  return pay(showList(shown, language))[language]
}

const large = ({ amounts, underAmount }: SubjectDescription, language: Language): Html =>
  html`<div class="${amounts.length > 1 ? 'amounts' : 'amounts one'}">${amounts.map((amount) => html`<p class="amount">${breakable(showMoney(amount, language))}</p>`)}</div>
${underAmount !== undefined && html`<p class="soft">${said(underAmount, language)}</p>`}`

/** On a narrow screen a large amount may break beside its currency, and nowhere else. */
const breakable = (amount: string): string =>
  amount.replace(/(?<=\p{L})\u00a0|\u00a0(?=\p{L})/u, ' ')

const fact = ({ label, value, notes }: SubjectLine, language: Language): Html =>
  html`<div><dt>${said(label, language)}</dt><dd>${shown(value, language)}${smaller(notes, language)}</dd></div>`

const smaller = (notes: SubjectLine['notes'] = [], language: Language): Html[] =>
  notes.map((note) => html`<small>${said(note, language)}</small>`)

function shown(value: SubjectLine['value'], language: Language): string | Html {
  if (value instanceof Temporal.PlainDate) return showDate(value, language)
  if (typeof value === 'object' && 'minor' in value) {
    return html`<span class="figures">${showMoney(value, language)}</span>`
  }
  return said(value, language)
}

function payeeList(payees: readonly Payee[], language: Language): Html {
  const rows = payees.map((payee) => payeeRow(payee, language))
  const rest = rows.slice(openMax)
  return html`<section class="panel"><h2>${texts.approval.payees[language]}</h2>
<ul class="payees">${rows.slice(0, openMax)}</ul>
${rest.length > 0 && html`<details><summary>${texts.approval.showAll(rows.length)[language]}</summary><ul class="payees">${rest}</ul></details>`}
</section>`
}

const payeeRow = ({ name, account, amount, notes }: Payee, language: Language): Html =>
  html`<li><span class="name">${name || account}</span> <span class="figures">${showMoney(amount, language)}</span>
${smaller(name === '' ? notes : [account, ...notes], language)}</li>`
