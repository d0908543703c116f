import { hash } from 'node:crypto'
import type { Brand } from './brand.ts'
import { Html, html } from './html.ts'
import { type Language, languageNames, languages } from './language.ts'
import type { View } from './route.ts'
import { styleOf } from './style.ts'
import { frame } from './texts/frame.ts'

/** The look of one bank, made once at start. */
export interface Look {
  brand: Brand
  sandbox: boolean
  style: string
  styleHash: string
  /** Sites that may show our pages in a frame. */
  frameAncestors: readonly string[]
}

export type LookOptions = Pick<Look, 'brand' | 'sandbox' | 'frameAncestors'>

export function createLook(options: LookOptions): Look {
  const style = styleOf(options.brand)
  return { ...options, style, styleHash: hash('sha256', style, 'base64') }
}

/** The whole page around what a view says. */
export function layout(look: Look, language: Language, { title, main }: View): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${icon}">
<title>${title} – ${look.brand.name}</title>
<style>${new Html(look.style)}</style>
</head>
<body>
<a class="skip" href="#main">${frame.skip[language]}</a>
<header>
<div class="brand">${mark(look.brand)}</div>
<nav aria-label="${frame.language[language]}"><ul class="languages">${languages.map((each) => languageLink(each, language))}</ul></nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer>${look.sandbox && frame.sandbox[language]}</footer>
</body>
</html>
`.toString()
}

/** Chosen by a link, so that it works without scripts; the answer keeps it in a cookie. */
const languageLink = (each: Language, current: Language): Html =>
  html`<li><a href="?language=${each}" lang="${each}" hreflang="${each}"${each === current && html` aria-current="true"`}>${languageNames[each]}</a></li>`

function mark({ name, logo }: Brand): Html {
  if (logo !== undefined) return html`<img src="${logo}" alt="${name}">`
  return html`<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--accent)"/><path d="M7 24V14l9-7 9 7v10M16 24v-8" fill="none" stroke="var(--on-accent)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg><span>${name}</span>`
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230b4a6f'/%3E%3Cpath d='M7 24V14l9-7 9 7v10M16 24v-8' fill='none' stroke='%23fff' stroke-width='3'/%3E%3C/svg%3E"
