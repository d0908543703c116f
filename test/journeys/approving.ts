import assert from 'node:assert/strict'
import { ingrid } from '../headless-psu.ts'
import { type Created, create, domestic, logIn, single } from '../paying.ts'
import type { Page } from './browser.ts'
import type { Headers, TppWithSite } from './tpp.ts'

/** What a person sees and does where something waits for their approval, in any language. */

export interface Ordered extends Created {
  /** Where to send the person. */
  link: string
}

/** A payment of somebody whom the TPP knows by number only: one SCA for log-in and approval. */
export async function order(
  tpp: TppWithSite,
  body: object,
  path = domestic,
  headers: Headers = {},
): Promise<Ordered> {
  const all = { ...single({ 'X-PSU-IDENTITY': ingrid, ...headers }), ...backTo(tpp) }
  return ordered(await create(tpp, all, body, path))
}

/** A payment within a session, for an agreement if one is named. */
export async function orderIn(
  tpp: TppWithSite,
  script: Parameters<typeof logIn>[1],
  body: object,
  path = domestic,
): Promise<Ordered> {
  const headers = { ...(await logIn(tpp, script)), ...backTo(tpp) }
  return ordered(await create(tpp, headers, body, path))
}

export const backTo = ({ redirectUri }: TppWithSite): Headers => ({
  'TPP-Redirect-URI': redirectUri,
})

export function ordered<Made extends Pick<Created, '_links'>>(made: Made) {
  const link = made._links.scaRedirect?.href
  assert.ok(link, JSON.stringify(made))
  return { ...made, link }
}

/** In no language of its own: buttons are known by what they do. */
export const press = (page: Page, act: string) =>
  page.locator(`button[name="act"][value="${act}"]`).first().click()

/**
 * Logs in with the number that the page knows already, or with one that is typed, as it must be by
 * a person whom the TPP has named by PSU-ID; gives what the device showed.
 */
export async function logInAsKnown(page: Page, link: string, number?: string): Promise<string> {
  await page.goto(link)
  if (number !== undefined) await page.locator('#customer-number').fill(number)
  await press(page, 'identify')
  await page.locator('#code').waitFor()
  const device = await page.context().newPage()
  await device.goto(`${page.url()}/device`)
  const shown = await plainText(device, '.device')
  await device.close()
  await page.locator('#code').fill(/\d{6}$/.exec(shown)?.[0] ?? '')
  await press(page, 'code')
  return shown
}

/** What stands beside each label, with everything below it on the same line. */
export async function factsOn(page: Page): Promise<Record<string, string>> {
  await page.locator('dl.facts').first().waitFor()
  const rows = await page.locator('dl.facts > div').allInnerTexts()
  return Object.fromEntries(
    rows.map((row) => {
      const [label = '', ...rest] = plain(row).split('\n').filter(Boolean)
      return [label, rest.join(' | ')]
    }),
  )
}

export const plainText = async (page: Page, selector: string): Promise<string> =>
  plain(await page.locator(selector).first().innerText())

/** Spaces that do not break are spaces to a reader. */
export const plain = (text: string): string =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u2212/g, '-')
