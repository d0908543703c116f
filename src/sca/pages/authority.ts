import { type Html, html, type Language, texts } from '../../web/web.ts'

/** The supervisors whose TPPs Norwegians meet, by the code in an organizationIdentifier. */
const authorities: Record<string, string> = {
  'NO-FSA': 'Finanstilsynet',
  'DK-DFSA': 'Finanstilsynet (DK)',
  'SE-FINA': 'Finansinspektionen',
  'FI-FINFSA': 'Finanssivalvonta',
  'DE-BAFIN': 'BaFin',
  'NL-DNB': 'De Nederlandsche Bank',
  'IE-CBI': 'Central Bank of Ireland',
  'LT-BL': 'Lietuvos bankas',
  'GB-FCA': 'Financial Conduct Authority',
}

/** PSDNO-FSA-912345678 is authorised by Finanstilsynet, as NO-FSA-912345678. */
export function authorisation(tppId: string, language: Language): Html {
  const number = tppId.replace(/^PSD/, '')
  const authority = authorities[number.split('-').slice(0, 2).join('-')]
  const shown = html`<span class="figures">${number}</span>`
  if (authority === undefined) return texts.consent.authorisedAs(shown)[language]
  return texts.consent.authorisedBy(authority, shown)[language]
}
