import { type Html, html } from '../html.ts'
import type { Said } from '../language.ts'

/** The bank's own page: who sees what, and how to end it. */
export const myConsents = {
  title: { nb: 'Samtykker', nn: 'Samtykke', en: 'Consents' },
  text: {
    nb: 'Disse har du gitt innsyn i kontoer. Trekker du et samtykke tilbake, gjelder det med en gang.',
    nn: 'Desse har du gjeve innsyn i kontoar. Trekkjer du eit samtykke tilbake, gjeld det med ein gong.',
    en: 'You have let these see accounts. When you take a consent back, it works at once.',
  },
  none: {
    nb: 'Ingen har innsyn i kontoene dine.',
    nn: 'Ingen har innsyn i kontoane dine.',
    en: 'Nobody has access to your accounts.',
  },
  whose: { nb: 'For', nn: 'For', en: 'For' },
  mine: { nb: 'Deg selv', nn: 'Deg sjølv', en: 'Yourself' },
  given: { nb: 'Gitt', nn: 'Gjeve', en: 'Given' },
  until: { nb: 'Gjelder til og med', nn: 'Gjeld til og med', en: 'Valid until' },
  sees: {
    nb: 'Ser saldo og transaksjoner på',
    nn: 'Ser saldo og transaksjonar på',
    en: 'Sees balances and transactions of',
  },
  nothing: {
    nb: 'Ingen kontoer akkurat nå',
    nn: 'Ingen kontoar akkurat no',
    en: 'No accounts right now',
  },
  revoke: (name: string): Said => ({
    nb: `Trekk tilbake samtykket til ${name}`,
    nn: `Trekk tilbake samtykket til ${name}`,
    en: `Take back from ${name}`,
  }),
  revokeAll: { nb: 'Trekk tilbake alle', nn: 'Trekk tilbake alle', en: 'Take everything back' },
  revoked: {
    nb: 'Samtykket er trukket tilbake, og innsynet er avsluttet.',
    nn: 'Samtykket er trekt tilbake, og innsynet er avslutta.',
    en: 'The consent is taken back, and the access has ended.',
  },
  logOut: { nb: 'Logg ut', nn: 'Logg ut', en: 'Log out' },
  leave: { nb: 'Avbryt', nn: 'Avbryt', en: 'Cancel' },
  again: { nb: 'Logg inn på nytt', nn: 'Logg inn på nytt', en: 'Log in again' },
  bank: {
    nb: 'Hvilken tilbyder hører testbanken til?',
    nn: 'Kva for ein tilbydar høyrer testbanken til?',
    en: 'Whose test bank?',
  },
  bankHint: {
    nb: html`I sandkassen har hver tilbyder sin egen bank. Skriv nummeret i tilbyderens sertifikat, for eksempel <span class="figures">PSDNO-FSA-912345678</span>.`,
    nn: html`I sandkassa har kvar tilbydar sin eigen bank. Skriv nummeret i sertifikatet til tilbydaren, til dømes <span class="figures">PSDNO-FSA-912345678</span>.`,
    en: html`In the sandbox every provider has a bank of its own. Type the number in the provider’s certificate, such as <span class="figures">PSDNO-FSA-912345678</span>.`,
  } satisfies Said<Html>,
  bankUnknown: {
    nb: 'Det finnes ingen testbank med det nummeret. Se etter skrivefeil og prøv igjen.',
    nn: 'Det finst ingen testbank med det nummeret. Sjå etter skrivefeil og prøv igjen.',
    en: 'There is no test bank with that number. Check it for typing mistakes and try again.',
  },
  busy: {
    nb: 'Akkurat nå er det for mange som logger inn her. Prøv igjen om et minutt.',
    nn: 'Akkurat no er det for mange som loggar inn her. Prøv igjen om eit minutt.',
    en: 'Too many people are logging in here right now. Try again in a minute.',
  },
}
