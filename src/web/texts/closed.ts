import type { Said } from '../language.ts'

interface Closed {
  title: Said
  text: Said
}

/** Roads that end: what happened, and what to do now. */
export const closed = {
  expired: {
    title: { nb: 'Tiden gikk ut', nn: 'Tida gjekk ut', en: 'The time ran out' },
    text: {
      nb: 'Av sikkerhetshensyn varer en innlogging i ti minutter, og i fem når ingenting skjer. Ingenting er gjort. Gå tilbake og begynn på nytt.',
      nn: 'Av tryggleiksomsyn varer ei innlogging i ti minutt, og i fem når ingenting skjer. Ingenting er gjort. Gå tilbake og byrj på nytt.',
      en: 'For your safety a log-in lasts ten minutes, and five when nothing happens. Nothing was done. Go back and start again.',
    },
  },
  used: {
    title: { nb: 'Lenken er brukt', nn: 'Lenkja er brukt', en: 'This link has been used' },
    text: {
      nb: 'En lenke virker én gang, og denne er du ferdig med. Gå tilbake for å se hva som ble gjort, eller begynn på nytt der.',
      nn: 'Ei lenkje verkar éin gong, og denne er du ferdig med. Gå tilbake for å sjå kva som vart gjort, eller byrj på nytt der.',
      en: 'A link works once, and you are done with this one. Go back to see what was done, or start again there.',
    },
  },
  'other-browser': {
    title: {
      nb: 'Åpnet i en annen nettleser',
      nn: 'Opna i ein annan nettlesar',
      en: 'Opened in another browser',
    },
    text: {
      nb: 'Lenken hører til nettleseren som åpnet den først. Fortsett der, eller gå tilbake til den som sendte deg hit, og begynn på nytt. Nettleseren må godta informasjonskapsler.',
      nn: 'Lenkja høyrer til nettlesaren som opna ho først. Hald fram der, eller gå tilbake til den som sende deg hit, og byrj på nytt. Nettlesaren må godta informasjonskapslar.',
      en: 'The link belongs to the browser that opened it first. Go on there, or go back to whoever sent you here and start again. Your browser has to accept cookies.',
    },
  },
  locked: {
    title: {
      nb: 'Innloggingen er sperret',
      nn: 'Innlogginga er sperra',
      en: 'The log-in is locked',
    },
    text: {
      nb: 'Det ble for mange forsøk på rad. Vent i 15 minutter før du prøver igjen. Var det ikke deg, ring banken.',
      nn: 'Det vart for mange forsøk på rad. Vent i 15 minutt før du prøver igjen. Var det ikkje deg, ring banken.',
      en: 'There were too many attempts in a row. Wait 15 minutes before you try again. If it was not you, call the bank.',
    },
  },
  away: {
    title: { nb: 'Du er logget ut', nn: 'Du er logga ut', en: 'You are logged out' },
    text: {
      nb: 'Logg inn på nytt for å se samtykkene dine.',
      nn: 'Logg inn på nytt for å sjå samtykka dine.',
      en: 'Log in again to see your consents.',
    },
  },
  unknown: {
    title: { nb: 'Lenken finnes ikke', nn: 'Lenkja finst ikkje', en: 'There is no such link' },
    text: {
      nb: 'Adressen er ufullstendig eller feil. Gå tilbake til den som sendte deg hit, og begynn på nytt der.',
      nn: 'Adressa er ufullstendig eller feil. Gå tilbake til den som sende deg hit, og byrj på nytt der.',
      en: 'The address is incomplete or wrong. Go back to whoever sent you here, and start again there.',
    },
  },
} satisfies Record<string, Closed>
