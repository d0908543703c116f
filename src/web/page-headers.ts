import type { Look } from './layout.ts'

/** Nothing runs and nothing loads but our own style, named by its hash, and pictures in the page. */
export function pageHeaders(look: Look, leadsTo: string | undefined): Record<string, string> {
  const framed = look.frameAncestors.length > 0
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${look.styleHash}'`,
      'img-src data:',
      "base-uri 'none'",
      `form-action 'self'${leadsTo === undefined ? '' : ` ${wayBack(leadsTo)}`}`,
      `frame-ancestors ${framed ? look.frameAncestors.join(' ') : "'none'"}`,
    ].join('; '),
    ...(!framed && { 'X-Frame-Options': 'DENY' }),
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  }
}

/**
 * Browsers hold the redirects that follow a form to this as well, also those that the provider's own
 * site makes after ours; so it names the scheme of the way back, not the one host.
 */
const wayBack = (scheme: string): string => (scheme === 'http:' ? 'http: https:' : scheme)
