import type { Clock } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import type { Random } from '../kernel/random.ts'
import type { Log } from '../observability/observability.ts'
import {
  chooseLanguage,
  errorView,
  isLanguage,
  type Language,
  type Look,
  layout,
  type PageAnswer,
  type PageRoute,
  pageHeaders,
} from '../web/web.ts'
import { problemStatus } from '../wire/problems.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { browserCookie, languageCookie, linkCookie, readCookies } from './pages-cookies.ts'
import { hasControl, readForm } from './pages-form.ts'
import type { Received } from './received.ts'
import type { VisitLimit } from './visit-limit.ts'

export interface PageParts {
  routes: readonly PageRoute[]
  look: Look
  /** The address that people use is https, though a proxy may have ended TLS before us. */
  alwaysSecure: boolean
  /** Of the pages that say so. */
  limit: VisitLimit
}

interface Surroundings {
  clock: Clock
  random: Random
  log: Log
}

export type RunPage = (
  request: Received & { encrypted: boolean; address: string },
  exchange: Exchange,
) => Promise<Answer>

/** The way of a page, beside the one of signed operations: nothing here can reach those. */
export function pagePipeline(
  { look, alwaysSecure, limit }: PageParts,
  route: PageRoute,
  { clock, random, log }: Surroundings,
): RunPage {
  return async (request, exchange) => {
    const { headers, path } = request
    const place = {
      secure: alwaysSecure || request.encrypted,
      framed: look.frameAncestors.length > 0 && headers.get('sec-fetch-dest') === 'iframe',
    }
    const known = readCookies(headers.get('cookie'), place, path.id)
    const query = queryOf(request)
    const chosen = languageIn(request, query)
    if (chosen) {
      const again = render(look, chosen, { goTo: lastPart(request) })
      return { ...again, cookies: [languageCookie(chosen, place)] }
    }
    const language = chooseLanguage(known.language, headers.get('accept-language'))
    const browser = known.browser ?? random.bytes(32).toString('base64url')
    const cookies = known.browser === undefined ? [browserCookie(browser, place)] : []
    try {
      exchange.check = 'quota'
      if (route.limited) limit(request, clock.now())
      exchange.check = 'format'
      const form = route.method === 'POST' ? readForm(request, known.browser) : noForm
      exchange.check = 'act'
      const now = clock.now()
      const { kept } = known
      const { framed } = place
      const visits = isVisit(request, framed)
      const person = { browser, kept, language, visits, framed }
      const answer = await route.answer({ path, query, form, now, ...person })
      const { keep } = answer
      if (keep !== undefined && path.id !== undefined)
        cookies.push(linkCookie(path.id, keep, place))
      return { ...render(look, language, answer), cookies }
    } catch (error) {
      const told = render(look, language, failure(error, exchange, { language, random, log }))
      const headers = error instanceof Problem ? error.headers : {}
      return { ...told, headers: { ...told.headers, ...headers } }
    }
  }
}

const noForm = new URLSearchParams()

function render(look: Look, language: Language, answer: PageAnswer): Answer {
  const view = 'goTo' in answer ? answer.view : answer
  const seen = view && {
    headers: pageHeaders(look, view.leadsTo),
    body: layout(look, language, view),
  }
  if (!('goTo' in answer)) return { status: answer.status ?? 200, ...empty, ...seen }
  const { headers, body } = { ...empty, ...seen }
  return { status: 303, headers: { ...headers, Location: answer.goTo }, body }
}

const empty = { headers: { 'Referrer-Policy': 'no-referrer' }, body: '' }

/** What nobody can type is passed over. */
function queryOf({ target }: Received): URLSearchParams {
  const query = new URLSearchParams(target.includes('?') ? target.slice(target.indexOf('?')) : '')
  return new URLSearchParams([...query].filter((pair) => !pair.some(hasControl)))
}

/**
 * Browsers say so when somebody goes to a page. Messengers that look what is behind a link, HEAD, and
 * what is fetched in advance are no visit; an old browser that says nothing makes one with its form.
 */
function isVisit({ method, headers }: Received, framed: boolean): boolean {
  if (method !== 'GET') return method === 'POST'
  const shown = framed || headers.get('sec-fetch-dest') === 'document'
  return shown && headers.get('sec-fetch-mode') === 'navigate' && !headers.has('sec-purpose')
}

/** The links of the language switch. */
function languageIn({ method }: Received, query: URLSearchParams): Language | undefined {
  const wanted = query.get('language') ?? ''
  return method === 'GET' && isLanguage(wanted) ? wanted : undefined
}

/** The page itself without its query, relative, so that a path before ours does no harm. */
const lastPart = ({ target }: Received): string =>
  `./${(target.split('?', 1)[0] ?? '').split('/').at(-1)}`

function failure(
  error: unknown,
  exchange: Exchange,
  { language, random, log }: { language: Language; random: Random; log: Log },
) {
  const code = error instanceof Problem ? error.code : 'SYSTEM_ERROR'
  const status = problemStatus(code)
  exchange.code = code
  exchange.errorId = random.uuid()
  if (status >= 500) log.fault(exchange.errorId, error, { operation: exchange.operation })
  return errorView(language, status, exchange.errorId)
}
