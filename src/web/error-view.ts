import { html } from './html.ts'
import type { Language } from './language.ts'
import type { View } from './route.ts'
import { frame } from './texts/frame.ts'

/** What a person sees of a request that we refuse, or that breaks something of ours. */
export function errorView(language: Language, status: number, errorId: string): View {
  const title = frame.wrongTitle[language]
  const text = (status >= 500 ? frame.fault(errorId) : frame.refused)[language]
  return { status, title, main: html`<h1>${title}</h1><p role="alert">${text}</p>` }
}
