export { type Html, html } from './html.ts'
export { page, pageHeaders } from './page.ts'
