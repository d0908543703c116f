import { type Html, html } from '../html.ts'
import type { Said } from '../language.ts'

/** For whom the person acts, and how to leave. */
export const choice = {
  loggedIn: (name: string): Said => ({
    nb: `Logget inn som ${name}`,
    nn: `Logga inn som ${name}`,
    en: `Logged in as ${name}`,
  }),
  contextTitle: {
    nb: 'Hvem opptrer du på vegne av?',
    nn: 'Kven opptrer du på vegner av?',
    en: 'Who do you act for?',
  },
  contextText: (name: string): Said<Html> => ({
    nb: html`<strong>${name}</strong> får bare tilgang innenfor det du velger her.`,
    nn: html`<strong>${name}</strong> får berre tilgang innanfor det du vel her.`,
    en: html`<strong>${name}</strong> only gets access within what you choose here.`,
  }),
  private: { nb: 'Meg selv', nn: 'Meg sjølv', en: 'Myself' },
  privateText: {
    nb: 'Mine egne kontoer og kort',
    nn: 'Mine eigne kontoar og kort',
    en: 'My own accounts and cards',
  },
  corporate: { nb: 'En bedrift', nn: 'Ei bedrift', en: 'A company' },
  corporateText: {
    nb: 'Kontoer som jeg har fullmakt til',
    nn: 'Kontoar som eg har fullmakt til',
    en: 'Accounts that I am authorised for',
  },
  agreementTitle: {
    nb: 'Velg bedriftens avtale',
    nn: 'Vel avtalen til bedrifta',
    en: 'Choose the company’s agreement',
  },
  cancel: (name: string): Said => ({
    nb: `Avbryt og gå tilbake til ${name}`,
    nn: `Avbryt og gå tilbake til ${name}`,
    en: `Cancel and go back to ${name}`,
  }),
  goBack: (name: string): Said => ({
    nb: `Gå tilbake til ${name}`,
    nn: `Gå tilbake til ${name}`,
    en: `Go back to ${name}`,
  }),
}
