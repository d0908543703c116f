import { type Html, html } from '../html.ts'
import type { Said } from '../language.ts'

export const consent = {
  title: (name: string): Said => ({
    nb: `Gi ${name} innsyn i kontoene dine?`,
    nn: `Gje ${name} innsyn i kontoane dine?`,
    en: `Let ${name} see your accounts?`,
  }),
  asks: (name: string, authorised: Html): Said<Html> => ({
    nb: html`<strong>${name}</strong> (${authorised}) ber om å få se:`,
    nn: html`<strong>${name}</strong> (${authorised}) ber om å få sjå:`,
    en: html`<strong>${name}</strong> (${authorised}) asks to see:`,
  }),
  authorisedBy: (authority: string, number: Html): Said<Html> => ({
    nb: html`godkjent av ${authority}, ${number}`,
    nn: html`godkjend av ${authority}, ${number}`,
    en: html`authorised by ${authority}, ${number}`,
  }),
  authorisedAs: (number: Html): Said<Html> => ({
    nb: html`godkjent som ${number}`,
    nn: html`godkjend som ${number}`,
    en: html`authorised as ${number}`,
  }),
  balances: {
    nb: 'navn, nummer og saldo på kontoene du krysser av',
    nn: 'namn, nummer og saldo på kontoane du kryssar av',
    en: 'name, number and balance of the accounts you tick',
  },
  transactions: {
    nb: 'transaksjonene på dem',
    nn: 'transaksjonane på dei',
    en: 'the transactions on them',
  },
  until: (date: string): Said => ({
    nb: `i 180 dager, til og med ${date}`,
    nn: `i 180 dagar, til og med ${date}`,
    en: `for 180 days, until ${date}`,
  }),
  unattended: {
    nb: 'opptil fire ganger i døgnet uten at du er til stede',
    nn: 'opptil fire gonger i døgnet utan at du er til stades',
    en: 'up to four times a day without you',
  },
  cannot: (name: string): Said => ({
    nb: `${name} kan ikke flytte penger med dette.`,
    nn: `${name} kan ikkje flytte pengar med dette.`,
    en: `${name} cannot move money with this.`,
  }),
  which: { nb: 'Hvilke kontoer?', nn: 'Kva for kontoar?', en: 'Which accounts?' },
  accounts: { nb: 'Kontoer', nn: 'Kontoar', en: 'Accounts' },
  cards: { nb: 'Kort', nn: 'Kort', en: 'Cards' },
  chooseAll: { nb: 'Velg alle', nn: 'Vel alle', en: 'Choose all' },
  chooseNone: { nb: 'Velg ingen', nn: 'Vel ingen', en: 'Choose none' },
  granted: {
    nb: 'Kontoene som er krysset av fra før, er det innsyn i nå. Fjern krysset for å trekke det tilbake.',
    nn: 'Kontoane som er kryssa av frå før, er det innsyn i no. Fjern krysset for å trekkje det tilbake.',
    en: 'The accounts already ticked can be seen now. Untick one to take that back.',
  },
  onBehalf: (owner: string, agreement: string): Said => ({
    nb: `For ${owner}, avtalen ${agreement}`,
    nn: `For ${owner}, avtalen ${agreement}`,
    en: `For ${owner}, agreement ${agreement}`,
  }),
  noneChosen: {
    nb: 'Kryss av minst én konto, eller svar nei.',
    nn: 'Kryss av minst éin konto, eller svar nei.',
    en: 'Tick at least one account, or say no.',
  },
  nothing: {
    nb: 'Du har ingen kontoer å gi innsyn i her.',
    nn: 'Du har ingen kontoar å gje innsyn i her.',
    en: 'You have no accounts to show here.',
  },
  give: { nb: 'Gi innsyn', nn: 'Gje innsyn', en: 'Give access' },
  save: { nb: 'Lagre valget', nn: 'Lagre valet', en: 'Save my choice' },
  decline: {
    nb: 'Nei, ikke gi innsyn',
    nn: 'Nei, ikkje gje innsyn',
    en: 'No, give no access',
  },
  takeBack: (address: string): Said<Html> => ({
    nb: html`Du kan trekke samtykket tilbake når som helst under <a href="${address}">Samtykker</a> i banken.`,
    nn: html`Du kan trekkje samtykket tilbake når som helst under <a href="${address}">Samtykke</a> i banken.`,
    en: html`You can take this back at any time under <a href="${address}">Consents</a> in the bank.`,
  }),
  ends: (date: string): Said => ({
    nb: `Ellers går det ut av seg selv ${date}.`,
    nn: `Elles går det ut av seg sjølv ${date}.`,
    en: `Otherwise it ends by itself on ${date}.`,
  }),
  help: (name: string): Said => ({
    nb: `Er du i tvil, så avbryt og spør banken, eller spør ${name} hva opplysningene skal brukes til.`,
    nn: `Er du i tvil, så avbryt og spør banken, eller spør ${name} kva opplysningane skal brukast til.`,
    en: `If in doubt, cancel and ask the bank, or ask ${name} what the information is for.`,
  }),
}
