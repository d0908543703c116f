import type { Said } from '../language.ts'

/** The bank's app, which approves by fingerprint or face; the sandbox simulates it. */
export const app = {
  title: { nb: 'Godkjenn i appen', nn: 'Godkjenn i appen', en: 'Approve in the app' },
  phone: {
    nb: 'Hvem sin telefon er dette?',
    nn: 'Kven sin telefon er dette?',
    en: 'Whose phone is this?',
  },
  simulated: {
    nb: 'Dette er bankens app slik sandkassen simulerer den: å velge en testkunde svarer til fingeravtrykk eller ansikt.',
    nn: 'Dette er appen til banken slik sandkassa simulerer han: å velje ein testkunde svarer til fingeravtrykk eller ansikt.',
    en: 'This is the bank’s app as the sandbox simulates it: picking a test customer stands for a fingerprint or a face.',
  },
  approveAs: (name: string): Said => ({
    nb: `Logg inn som ${name}`,
    nn: `Logg inn som ${name}`,
    en: `Log in as ${name}`,
  }),
  instead: {
    nb: 'Bruk engangskode i stedet',
    nn: 'Bruk eingongskode i staden',
    en: 'Use a one-time code instead',
  },
}
