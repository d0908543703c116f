import Negotiator from 'negotiator'

/** Bokmål, nynorsk and English, in the order in which the switch shows them. */
export const languages = ['nb', 'nn', 'en'] as const
export type Language = (typeof languages)[number]

/** How each language calls itself. */
export const languageNames: Record<Language, string> = {
  nb: 'Bokmål',
  nn: 'Nynorsk',
  en: 'English',
}

export const isLanguage = (text: string | undefined): text is Language =>
  languages.some((language) => language === text)

/** `no` is what older browsers say for bokmål. */
const understood: Record<string, Language> = { nb: 'nb', no: 'nb', nn: 'nn', en: 'en' }

/** What the person chose before, else what the browser asks for, else the language of the land. */
export function chooseLanguage(chosen: string | undefined, accept: string | undefined): Language {
  if (isLanguage(chosen)) return chosen
  if (accept === undefined) return 'nb'
  const wanted = new Negotiator({ headers: { 'accept-language': accept } }).languages()
  const known = wanted.map((tag) => understood[tag.toLowerCase().split('-')[0] ?? ''])
  return known.find((language) => language !== undefined) ?? 'en'
}

/** One text in all languages: a row of the table of texts. */
export type Said<T = string> = Readonly<Record<Language, T>>

/** The same made in every language, such as an amount. */
export const inEach = <T>(make: (language: Language) => T): Said<T> => ({
  nb: make('nb'),
  nn: make('nn'),
  en: make('en'),
})
