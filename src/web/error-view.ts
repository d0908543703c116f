import { html } from './html.ts'
import type { Language } from './language.ts'
import type { View } from './route.ts'
import { frame } from './texts/frame.ts'

/** What a person sees of a request that we refuse, or that breaks something of ours. */
export function errorView(language: Language, status: number, errorId: string): View {
  if (status === 429) return tooOften(language)
  const title = frame.wrongTitle[language]
  const text = (status >= 500 ? frame.fault(errorId) : frame.refused)[language]
  return { status, title, main: html`<h1>${title}</h1><p role="alert">${text}</p>` }
}

function tooOften(language: Language): View {
  const title = frame.waitTitle[language]
  const main = html`<h1>${title}</h1><p role="alert">${frame.tooOften[language]}</p>`
  return { status: 429, title, main }
}
