import type { Html } from './html.ts'
import type { Language } from './language.ts'

/** A page for people: HTML, a browser with a cookie, forms. Signed operations never come here. */
export interface PageRoute {
  /** The name in logs and metrics. */
  id: string
  method: 'GET' | 'POST'
  path: string
  /** Anybody may come here without having been sent, so each address may only so often. */
  limited?: true
  answer(request: PageRequest): Promise<PageAnswer>
}

export interface PageRequest {
  path: Readonly<Record<string, string>>
  /** What a page says of itself, such as that a field was empty; never anything of a person. */
  query: URLSearchParams
  /** Empty unless a form was sent. */
  form: URLSearchParams
  /** The secret in the browser's cookie: who holds it is the same browser as before. */
  browser: string
  /** What an answer of this page, or of a page below it, has kept in the browser. */
  kept: string | undefined
  language: Language
  now: Temporal.Instant
  /** A person's browser goes here; otherwise it may be a preview or something fetched in advance. */
  visits: boolean
  /** Inside a frame of another site, where a window of its own would have other cookies. */
  framed: boolean
}

export type PageAnswer = (View | GoTo) & {
  /** Kept in the browser for the link in the path, out of reach of scripts. */
  keep?: string | undefined
}

/** An address of ours is relative to the page; `view` is for a browser that does not go there. */
export interface GoTo {
  goTo: string
  view?: View
}

/** What one page says; the layout around it is the same for all. */
export interface View {
  status?: number
  title: string
  main: Html
  /** The scheme of the address that a form of this page may lead back to, such as `https:`. */
  leadsTo?: string | undefined
}
