import { Html, html } from './html.ts'
import { createLook } from './layout.ts'
import { pageHeaders } from './page-headers.ts'

const look = createLook({ brand: { name: 'Nordgate sandbox' }, sandbox: true, frameAncestors: [] })

/** A page for developers: the same look and the same rules as the bank's pages, in English. */
export function page({ title, main }: { title: string; main: Html }) {
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(look.style)}</style>
</head>
<body>
<header><div class="brand">${look.brand.name}</div></header>
<main>
${main}
</main>
<footer>Fake users, simulated money. The same code as in production.</footer>
</body>
</html>
`.toString()
  return { headers: pageHeaders(look, undefined), body }
}
