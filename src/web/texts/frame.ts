import type { Said } from '../language.ts'

/** Around every page. */
export const frame = {
  skip: { nb: 'Hopp til innholdet', nn: 'Hopp til innhaldet', en: 'Skip to content' },
  language: { nb: 'Språk', nn: 'Språk', en: 'Language' },
  sandbox: {
    nb: 'Sandkasse: oppdiktede kunder og simulerte penger.',
    nn: 'Sandkasse: oppdikta kundar og simulerte pengar.',
    en: 'Sandbox: invented customers and simulated money.',
  },
  wrongTitle: { nb: 'Noe gikk galt', nn: 'Noko gjekk gale', en: 'Something went wrong' },
  refused: {
    nb: 'Siden kunne ikke ta imot det du sendte. Gå tilbake og prøv en gang til. Nettleseren må godta informasjonskapsler.',
    nn: 'Sida kunne ikkje ta imot det du sende. Gå tilbake og prøv ein gong til. Nettlesaren må godta informasjonskapslar.',
    en: 'The page could not take what you sent. Go back and try once more. Your browser has to accept cookies.',
  },
  waitTitle: { nb: 'Vent litt', nn: 'Vent litt', en: 'Please wait a little' },
  tooOften: {
    nb: 'Denne siden er hentet for mange ganger fra nettet du bruker. Prøv igjen om et minutt.',
    nn: 'Denne sida er henta for mange gonger frå nettet du bruker. Prøv igjen om eit minutt.',
    en: 'This page has been opened too many times from the network you are on. Try again in a minute.',
  },
  fault: (id: string): Said => ({
    nb: `Feilen er vår. Vent litt og prøv igjen. Kontakter du banken, oppgi ${id}.`,
    nn: `Feilen er vår. Vent litt og prøv igjen. Kontaktar du banken, oppgje ${id}.`,
    en: `The fault is ours. Wait a little and try again. If you contact the bank, mention ${id}.`,
  }),
}
