import { type Html, html } from '../html.ts'
import type { Said } from '../language.ts'

export const approval = {
  exactly: {
    nb: 'Godkjenningen gjelder nøyaktig dette. Endres beløp eller mottaker, gjelder den ikke.',
    nn: 'Godkjenninga gjeld nøyaktig dette. Blir beløp eller mottakar endra, gjeld ho ikkje.',
    en: 'Your approval belongs to exactly this. If an amount or payee changes, it does not work.',
  },
  asks: (name: string): Said<Html> => ({
    nb: html`<strong>${name}</strong> ber deg godkjenne dette:`,
    nn: html`<strong>${name}</strong> ber deg godkjenne dette:`,
    en: html`<strong>${name}</strong> asks you to approve this:`,
  }),
  pay: (amount: string): Said => ({
    nb: `Betal ${amount}`,
    nn: `Betal ${amount}`,
    en: `Pay ${amount}`,
  }),
  approve: { nb: 'Godkjenn', nn: 'Godkjenn', en: 'Approve' },
  decline: { nb: 'Avvis', nn: 'Avvis', en: 'Decline' },
  payees: { nb: 'Mottakere', nn: 'Mottakarar', en: 'Payees' },
  showAll: (count: number): Said => ({
    nb: `Vis alle ${count}`,
    nn: `Vis alle ${count}`,
    en: `Show all ${count}`,
  }),
}
