import type { Said } from '../language.ts'

/** Seen only where a browser does not follow the way back by itself. */
export const finished = {
  approved: { nb: 'Ferdig', nn: 'Ferdig', en: 'Done' },
  declined: { nb: 'Du svarte nei', nn: 'Du svarte nei', en: 'You said no' },
  aborted: { nb: 'Avbrutt', nn: 'Avbrote', en: 'Cancelled' },
  refused: { nb: 'Det gikk ikke', nn: 'Det gjekk ikkje', en: 'It did not work' },
  text: (name: string): Said => ({
    nb: `Du sendes tilbake til ${name}.`,
    nn: `Du blir send tilbake til ${name}.`,
    en: `You are being sent back to ${name}.`,
  }),
}
