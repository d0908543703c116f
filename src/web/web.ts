export type { Brand } from './brand.ts'
export { errorView } from './error-view.ts'
export { form, formToken, isFormToken, tokenField } from './form.ts'
export {
  showAccountNumber,
  showDate,
  showList,
  showMoney,
  showMonth,
  showOrdinal,
  showWeekday,
} from './format.ts'
export { type Html, html } from './html.ts'
export { chooseLanguage, inEach, isLanguage, type Language, type Said } from './language.ts'
export { createLook, type Look, layout } from './layout.ts'
export { page } from './page.ts'
export { pageHeaders } from './page-headers.ts'
export type { GoTo, PageAnswer, PageRequest, PageRoute, View } from './route.ts'
export { texts } from './texts/texts.ts'
