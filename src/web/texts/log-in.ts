import { type Html, html } from '../html.ts'
import type { Said } from '../language.ts'

/** Who asks, and what for: the first words of every log-in. */
const asks = {
  'own-consents': (): Said<Html> => ({
    nb: html`Logg inn for å se hvem som har innsyn i kontoene dine, og for å trekke samtykker tilbake.`,
    nn: html`Logg inn for å sjå kven som har innsyn i kontoane dine, og for å trekkje samtykke tilbake.`,
    en: html`Log in to see who has access to your accounts, and to take it back.`,
  }),
  consent: (name: string): Said<Html> => ({
    nb: html`<strong>${name}</strong> ber om å få se kontoene dine. Logg inn for å velge hvilke, eller avbryt.`,
    nn: html`<strong>${name}</strong> ber om å få sjå kontoane dine. Logg inn for å velje kva for nokre, eller avbryt.`,
    en: html`<strong>${name}</strong> asks to see your accounts. Log in to choose which ones, or cancel.`,
  }),
  'log-in': (name: string): Said<Html> => ({
    nb: html`<strong>${name}</strong> ber deg bekrefte hvem du er. Du gir ingen nye tilganger.`,
    nn: html`<strong>${name}</strong> ber deg stadfeste kven du er. Du gjev ingen nye tilgangar.`,
    en: html`<strong>${name}</strong> asks you to confirm who you are. You give no new access.`,
  }),
  approval: (name: string): Said<Html> => ({
    nb: html`<strong>${name}</strong> ber deg godkjenne noe. Logg inn for å se nøyaktig hva, før du bestemmer deg.`,
    nn: html`<strong>${name}</strong> ber deg godkjenne noko. Logg inn for å sjå nøyaktig kva, før du bestemmer deg.`,
    en: html`<strong>${name}</strong> asks you to approve something. Log in to see exactly what, before you decide.`,
  }),
}

export const logIn = {
  as: (number: string): Said<Html> => ({
    nb: html`Du logger inn med <strong class="figures">${number}</strong>.`,
    nn: html`Du loggar inn med <strong class="figures">${number}</strong>.`,
    en: html`You are logging in with <strong class="figures">${number}</strong>.`,
  }),
  other: {
    nb: 'Logg inn med et annet nummer',
    nn: 'Logg inn med eit anna nummer',
    en: 'Log in with another number',
  },
  title: { nb: 'Logg inn', nn: 'Logg inn', en: 'Log in' },
  asks,
  pick: { nb: 'Velg en testkunde', nn: 'Vel ein testkunde', en: 'Pick a test customer' },
  moreCustomers: (count: number): Said => ({
    nb: `Vis ${count} til`,
    nn: `Vis ${count} til`,
    en: `Show ${count} more`,
  }),
  person: { nb: 'Person', nn: 'Person', en: 'Person' },
  company: { nb: 'Bedrift', nn: 'Bedrift', en: 'Company' },
  number: {
    nb: 'Fødselsnummer eller kundenummer',
    nn: 'Fødselsnummer eller kundenummer',
    en: 'National identity number or customer number',
  },
  orNumber: {
    nb: 'Eller skriv nummeret selv',
    nn: 'Eller skriv nummeret sjølv',
    en: 'Or type the number yourself',
  },
  numberHint: {
    nb: 'Bare sifre, for eksempel de 11 sifrene i fødselsnummeret.',
    nn: 'Berre siffer, til dømes dei 11 siffera i fødselsnummeret.',
    en: 'Digits only, such as the 11 digits of a national identity number.',
  },
  numberMissing: {
    nb: 'Skriv nummeret ditt for å gå videre.',
    nn: 'Skriv nummeret ditt for å gå vidare.',
    en: 'Type your number to go on.',
  },
  next: { nb: 'Neste', nn: 'Neste', en: 'Next' },

  codeTitle: { nb: 'Skriv engangskoden', nn: 'Skriv eingongskoden', en: 'Enter the one-time code' },
  codeText: {
    nb: 'Ta fram kodebrikken din og skriv de seks sifrene den viser. Koden virker én gang.',
    nn: 'Ta fram kodebrikka di og skriv dei seks siffera ho viser. Koden verkar éin gong.',
    en: 'Take out your code device and type the six digits it shows. The code works once.',
  },
  code: { nb: 'Engangskode', nn: 'Eingongskode', en: 'One-time code' },
  openDevice: {
    nb: 'Åpne den simulerte kodebrikken (ny fane)',
    nn: 'Opne den simulerte kodebrikka (ny fane)',
    en: 'Open the simulated code device (new tab)',
  },
  showDevice: {
    nb: 'Vis den simulerte kodebrikken',
    nn: 'Vis den simulerte kodebrikka',
    en: 'Show the simulated code device',
  },
  codeMissing: {
    nb: 'Skriv koden for å logge inn.',
    nn: 'Skriv koden for å logge inn.',
    en: 'Type the code to log in.',
  },
  failed: {
    nb: 'Vi fikk ikke logget deg inn',
    nn: 'Vi fekk ikkje logga deg inn',
    en: 'The log-in did not work',
  },
  failedText: {
    nb: 'Prøv igjen med koden som vises nå. Etter fem feil på rad sperres innloggingen i 15 minutter.',
    nn: 'Prøv igjen med koden som blir vist no. Etter fem feil på rad blir innlogginga sperra i 15 minutt.',
    en: 'Try again with the code that is shown now. After five failures in a row the log-in is locked for 15 minutes.',
  },

  deviceTitle: { nb: 'Kodebrikke', nn: 'Kodebrikke', en: 'Code device' },
  deviceText: {
    nb: 'Skriv denne koden på innloggingssiden. Den virker én gang.',
    nn: 'Skriv denne koden på innloggingssida. Han verkar éin gong.',
    en: 'Type this code on the log-in page. It works once.',
  },
  deviceSimulated: {
    nb: 'Denne brikken finnes bare i sandkassen. En ekte bank bruker sin egen.',
    nn: 'Denne brikka finst berre i sandkassa. Ein ekte bank bruker si eiga.',
    en: 'This device exists in the sandbox only. A real bank uses its own.',
  },
  deviceEmpty: {
    nb: 'Det venter ingen innlogging på en kode i denne nettleseren akkurat nå. Gå tilbake til innloggingssiden og begynn der.',
    nn: 'Det ventar inga innlogging på ein kode i denne nettlesaren akkurat no. Gå tilbake til innloggingssida og byrj der.',
    en: 'No log-in in this browser waits for a code right now. Go back to the log-in page and start there.',
  },
  deviceBack: {
    nb: 'Tilbake til innloggingen',
    nn: 'Tilbake til innlogginga',
    en: 'Back to the log-in',
  },
}
