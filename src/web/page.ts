import { Html, html } from './html.ts'
import { styleOf } from './style.ts'

const style = styleOf({})

/** A page for developers: the same look as the bank's pages, in English. */
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
<header><div class="brand">Nordgate sandbox</div></header>
<main>
${main}
</main>
<footer>Fake users, simulated money. The same code as in production.</footer>
</body>
</html>
`.toString()
}
