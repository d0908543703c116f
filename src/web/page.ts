import { hash } from 'node:crypto'
import { Html, html } from './html.ts'
import { style } from './style.ts'

/** Nothing runs and nothing loads but our own style, named by its hash. */
export const pageHeaders = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
}

export function page({ title, main }: { title: string; main: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>Nordgate sandbox</header>
<main>
${main}
</main>
<footer>Fake users, simulated money. The same code as in production.</footer>
</body>
</html>
`.toString()
}
