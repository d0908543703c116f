import { type Html, html } from '../html.ts'
import type { Said } from '../language.ts'

/** What is approved: payments alone, in bulk, in a series, in a basket, and their stopping. */
export const payment = {
  title: { nb: 'Godkjenn betaling', nn: 'Godkjenn betaling', en: 'Approve payment' },
  titleOfMany: (count: number): Said => ({
    nb: `Godkjenn ${count} betalinger`,
    nn: `Godkjenn ${count} betalingar`,
    en: `Approve ${count} payments`,
  }),
  titleOfSeries: {
    nb: 'Godkjenn fast betaling',
    nn: 'Godkjenn fast betaling',
    en: 'Approve standing order',
  },

  to: { nb: 'Til', nn: 'Til', en: 'To' },
  others: (count: number): Said => ({
    nb: `${count} andre`,
    nn: `${count} andre`,
    en: `${count} others`,
  }),
  from: { nb: 'Fra konto', nn: 'Frå konto', en: 'From account' },
  debited: (amount: string): Said => ({
    nb: `Belastes ${amount}`,
    nn: `Blir belasta ${amount}`,
    en: `Charged ${amount}`,
  }),
  onBehalfOf: { nb: 'For', nn: 'For', en: 'For' },
  payer: { nb: 'På vegne av', nn: 'På vegner av', en: 'On behalf of' },
  endPayee: { nb: 'Endelig mottaker', nn: 'Endeleg mottakar', en: 'Final payee' },
  message: { nb: 'Melding', nn: 'Melding', en: 'Message' },
  kid: { nb: 'KID', nn: 'KID', en: 'KID' },
  reference: { nb: 'Referanse', nn: 'Referanse', en: 'Reference' },
  register: {
    nb: 'Til Valutaregisteret',
    nn: 'Til Valutaregisteret',
    en: 'To the Currency Register',
  },
  registerCode: (code: string): Said => ({
    nb: `Kode ${code}`,
    nn: `Kode ${code}`,
    en: `Code ${code}`,
  }),
  speed: { nb: 'Overføring', nn: 'Overføring', en: 'Transfer' },
  urgent: { nb: 'Ekspress', nn: 'Ekspress', en: 'Express' },

  fee: { nb: 'Gebyr', nn: 'Gebyr', en: 'Fee' },
  noFee: { nb: 'Ingen', nn: 'Ingen', en: 'None' },
  left: {
    nb: 'Disponibelt etterpå',
    nn: 'Disponibelt etterpå',
    en: 'Available afterwards',
  },
  leftIs: (amount: string): Said => ({
    nb: `Disponibelt etterpå ${amount}`,
    nn: `Disponibelt etterpå ${amount}`,
    en: `Available afterwards ${amount}`,
  }),
  about: (amount: string): Said => ({
    nb: `omtrent ${amount}`,
    nn: `omtrent ${amount}`,
    en: `about ${amount}`,
  }),
  exchanged: (amount: string): Said => ({
    nb: `Omtrent ${amount} etter dagens kurs. Kursen den dagen betalingen utføres, gjelder.`,
    nn: `Omtrent ${amount} etter kursen i dag. Kursen den dagen betalinga blir utført, gjeld.`,
    en: `About ${amount} at today’s rate. The rate on the day of the payment applies.`,
  }),

  on: { nb: 'Belastes', nn: 'Blir belasta', en: 'Charged on' },
  atOnce: { nb: 'Straks', nn: 'Straks', en: 'At once' },
  atOnceNote: {
    nb: 'Pengene er framme få sekunder etter at du har godkjent.',
    nn: 'Pengane er framme få sekund etter at du har godkjent.',
    en: 'The money arrives seconds after you approve.',
  },
  eachOnItsDay: { nb: 'Hver på sin dag', nn: 'Kvar på sin dag', en: 'Each on its own day' },
  moved: (asked: string): Said => ({
    nb: `Flyttet av banken: ${asked} er ikke en bankdag, så betalingen går på den neste.`,
    nn: `Flytta av banken: ${asked} er ikkje ein bankdag, så betalinga går på den neste.`,
    en: `Moved by the bank: ${asked} is not a banking day, so the payment goes on the next one.`,
  }),

  overdue: (asked: string): Said => ({
    nb: `Flyttet av banken: ${asked} er over, så betalingen går på første bankdag.`,
    nn: `Flytta av banken: ${asked} er over, så betalinga går på første bankdag.`,
    en: `Moved by the bank: ${asked} is over, so the payment goes on the first banking day.`,
  }),

  often: { nb: 'Hvor ofte', nn: 'Kor ofte', en: 'How often' },
  everyBankingDay: { nb: 'Hver bankdag', nn: 'Kvar bankdag', en: 'Every banking day' },
  everyWeek: (weekday: Said): Said => ({
    nb: `Hver ${weekday.nb}`,
    nn: `Kvar ${weekday.nn}`,
    en: `Every ${weekday.en}`,
  }),
  everySecondWeek: (weekday: Said): Said => ({
    nb: `Annenhver ${weekday.nb}`,
    nn: `Annankvar ${weekday.nn}`,
    en: `Every second ${weekday.en}`,
  }),
  everyMonth: (day: Said): Said => ({
    nb: `Hver måned den ${day.nb}`,
    nn: `Kvar månad den ${day.nn}`,
    en: `Every month on the ${day.en}`,
  }),
  everySecondMonth: (day: Said): Said => ({
    nb: `Annenhver måned den ${day.nb}`,
    nn: `Annankvar månad den ${day.nn}`,
    en: `Every second month on the ${day.en}`,
  }),
  everyThirdMonth: (day: Said): Said => ({
    nb: `Hver tredje måned den ${day.nb}`,
    nn: `Kvar tredje månad den ${day.nn}`,
    en: `Every third month on the ${day.en}`,
  }),
  everySixthMonth: (day: Said): Said => ({
    nb: `Hver sjette måned den ${day.nb}`,
    nn: `Kvar sjette månad den ${day.nn}`,
    en: `Every sixth month on the ${day.en}`,
  }),
  everyYear: (day: Said, month: Said): Said => ({
    nb: `Hvert år den ${day.nb} ${month.nb}`,
    nn: `Kvart år den ${day.nn} ${month.nn}`,
    en: `Every year on the ${day.en} of ${month.en}`,
  }),
  inMonths: (day: Said, months: Said): Said => ({
    nb: `Den ${day.nb} i ${months.nb}`,
    nn: `Den ${day.nn} i ${months.nn}`,
    en: `On the ${day.en} of ${months.en}`,
  }),
  shortMonths: {
    nb: 'Er måneden kortere, går den på siste dag.',
    nn: 'Er månaden kortare, går ho på siste dag.',
    en: 'In a shorter month it goes on the last day.',
  },
  following: {
    nb: 'Er det ikke en bankdag, går den på den neste.',
    nn: 'Er det ikkje ein bankdag, går ho på den neste.',
    en: 'If that is not a banking day, it goes on the next one.',
  },
  preceding: {
    nb: 'Er det ikke en bankdag, går den på den forrige.',
    nn: 'Er det ikkje ein bankdag, går ho på den førre.',
    en: 'If that is not a banking day, it goes on the one before.',
  },
  firstOn: { nb: 'Første gang', nn: 'Første gong', en: 'First payment' },
  nextOn: { nb: 'Neste gang', nn: 'Neste gong', en: 'Next payment' },
  starts: { nb: 'Fra og med', nn: 'Frå og med', en: 'From' },
  ends: { nb: 'Til og med', nn: 'Til og med', en: 'Until' },
  lasts: { nb: 'Varer', nn: 'Varer', en: 'Lasts' },
  endless: { nb: 'Til du stanser den', nn: 'Til du stansar ho', en: 'Until you stop it' },

  short: (account: string, date: string): Said => ({
    nb: `Det er ikke nok penger på ${account} nå. Sørg for dekning ${date}, ellers blir det ikke betalt.`,
    nn: `Det er ikkje nok pengar på ${account} no. Syt for dekning ${date}, elles blir det ikkje betalt.`,
    en: `There is not enough money in ${account} now. See to it that there is on ${date}, or it will not be paid.`,
  }),
  tooLate: {
    nb: 'Det er for sent å godkjenne dette',
    nn: 'Det er for seint å godkjenne dette',
    en: 'It is too late to approve this',
  },
  lastDayOver: {
    nb: 'Den siste dagen for denne faste betalingen er over, så den kan ikke godkjennes lenger. Ingenting blir betalt.',
    nn: 'Den siste dagen for denne faste betalinga er over, så ho kan ikkje godkjennast lenger. Ingenting blir betalt.',
    en: 'The last day of this standing order is over, so it can no longer be approved. Nothing will be paid.',
  },
  noRate: {
    nb: 'Banken har ingen kurs for valutaen nå og kan ikke si hva dette koster, så det kan ikke godkjennes. Ingenting blir betalt.',
    nn: 'Banken har ingen kurs for valutaen no og kan ikkje seie kva dette kostar, så det kan ikkje godkjennast. Ingenting blir betalt.',
    en: 'The bank has no rate for the currency now and cannot tell what this costs, so it cannot be approved. Nothing will be paid.',
  },
  shortAtOnce: (account: string): Said => ({
    nb: `Det er ikke nok penger på ${account} nå, så betalingen vil ikke gå gjennom. Sett inn mer først, eller avbryt og velg en annen konto.`,
    nn: `Det er ikkje nok pengar på ${account} no, så betalinga vil ikkje gå gjennom. Set inn meir først, eller avbryt og vel ein annan konto.`,
    en: `There is not enough money in ${account} now, so the payment will not go through. Put in more first, or cancel and choose another account.`,
  }),

  payEachTime: (amount: string): Said => ({
    nb: `Betal ${amount} hver gang`,
    nn: `Betal ${amount} kvar gong`,
    en: `Pay ${amount} each time`,
  }),
  payMany: (count: number): Said => ({
    nb: `Betal alle ${count}`,
    nn: `Betal alle ${count}`,
    en: `Pay all ${count}`,
  }),

  stop: { nb: 'Ja, stans', nn: 'Ja, stans', en: 'Yes, stop it' },
  keep: { nb: 'Nei, la det gå', nn: 'Nei, lat det gå', en: 'No, let it go ahead' },
  asksToStop: (name: string): Said<Html> => ({
    nb: html`<strong>${name}</strong> ber deg stanse dette.`,
    nn: html`<strong>${name}</strong> ber deg stanse dette.`,
    en: html`<strong>${name}</strong> asks you to stop this.`,
  }),
  stopTitle: { nb: 'Stanse betalingen?', nn: 'Stanse betalinga?', en: 'Stop the payment?' },
  stopTitleOfMany: (count: number): Said => ({
    nb: `Stanse ${count} betalinger?`,
    nn: `Stanse ${count} betalingar?`,
    en: `Stop ${count} payments?`,
  }),
  stopTitleOfSeries: {
    nb: 'Stanse den faste betalingen?',
    nn: 'Stanse den faste betalinga?',
    en: 'Stop the standing order?',
  },
  stopText: {
    nb: 'Du har godkjent dette før. Stanser du det, blir det ikke betalt.',
    nn: 'Du har godkjent dette før. Stansar du det, blir det ikkje betalt.',
    en: 'You approved this before. If you stop it, it will not be paid.',
  },
  stopTextOfSeries: {
    nb: 'Du har godkjent den før. Stanser du den, går det ingen flere betalinger. Det som alt er betalt, blir ikke ført tilbake.',
    nn: 'Du har godkjent ho før. Stansar du ho, går det ingen fleire betalingar. Det som alt er betalt, blir ikkje ført tilbake.',
    en: 'You approved it before. If you stop it, no more payments are made. What has been paid is not taken back.',
  },

  whose: {
    nb: 'Velg avtalen som betalingen hører til.',
    nn: 'Vel avtalen som betalinga høyrer til.',
    en: 'Choose the agreement that the payment belongs to.',
  },

  codeText: {
    nb: 'Kodebrikken viser beløp og mottaker sammen med koden. Koden gjelder bare akkurat det. Kjenner du det ikke igjen, så avbryt.',
    nn: 'Kodebrikka viser beløp og mottakar saman med koden. Koden gjeld berre akkurat det. Kjenner du det ikkje igjen, så avbryt.',
    en: 'The code device shows the amount and the payee with the code. The code is good for exactly that. If you do not recognise it, cancel.',
  },
  devicePays: { nb: 'Betaling', nn: 'Betaling', en: 'Payment' },
  deviceRepeats: { nb: 'Fast betaling', nn: 'Fast betaling', en: 'Standing order' },
  deviceStops: { nb: 'Stans av betaling', nn: 'Stans av betaling', en: 'Stopping a payment' },
  deviceText: {
    nb: 'Koden gjelder bare dette. Er beløpet og mottakeren de du venter, skriv koden på innloggingssiden. Ellers skriv den ikke noe sted.',
    nn: 'Koden gjeld berre dette. Er beløpet og mottakaren dei du ventar, skriv koden på innloggingssida. Elles skriv han ikkje nokon stad.',
    en: 'The code is good for this alone. If the amount and the payee are what you expect, type the code on the log-in page. Otherwise type it nowhere.',
  },
  failed: {
    nb: 'Banken kunne ikke gjennomføre det, for eksempel fordi det manglet penger på kontoen. Det som ikke ble betalt, er heller ikke trukket.',
    nn: 'Banken kunne ikkje gjennomføre det, til dømes fordi det mangla pengar på kontoen. Det som ikkje vart betalt, er heller ikkje trekt.',
    en: 'The bank could not carry it out, for instance because there was not enough money in the account. What was not paid has not been taken either.',
  },
}
