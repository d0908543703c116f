import assert from 'node:assert/strict'
import type { Page } from './browser.ts'

/** What a person does on the bank's pages, step by step, as they would say it. */

export const people = { ingrid: 'Ingrid Haugland Solvang', jonas: 'Jonas Myrvold Tangen' }

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

export async function pick(page: Page, name: string): Promise<void> {
  await heading(page, 'Log in')
  await page.getByRole('button', { name }).click()
  await heading(page, 'Enter the one-time code')
}

export async function codeOnDevice(page: Page): Promise<string> {
  const device = await page.context().newPage()
  const { origin, pathname } = new URL(page.url())
  await device.goto(`${origin}${pathname}/device`)
  const code = (await device.locator('#code').innerText()).trim()
  await device.close()
  assert.match(code, /^\d{6}$/)
  return code
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('One-time code').fill(code)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

export async function logIn(page: Page, name: string): Promise<void> {
  await pick(page, name)
  await enterCode(page, await codeOnDevice(page))
}

export async function chooseMyself(page: Page): Promise<void> {
  await heading(page, 'Who do you act for?')
  await page.getByRole('button', { name: 'Myself' }).click()
}

/** Where the person has come back to, with what the bank has told the TPP. */
export async function backAt(page: Page, redirectUri: string): Promise<URLSearchParams> {
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  const url = new URL(page.url())
  assert.equal(`${url.origin}${url.pathname}`, redirectUri)
  return url.searchParams
}

/** What a failed SCA tells the TPP. */
export function assertFailure(back: URLSearchParams): void {
  assert.deepEqual([...back.keys()].sort(), ['code', 'message', 'status', 'system'])
}
