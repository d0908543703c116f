import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSandbox } from '../sandbox.ts'
import { complaintsOf, type Page, person } from './browser.ts'
import { people } from './steps.ts'
import { startTpp } from './tpp.ts'

/** The bank's pages inside those of a TPP, which is another site, with cookies of its own. */

const logo = join(await mkdtemp(join(tmpdir(), 'nordgate-logo-')), 'logo.svg')
await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>')

/** Frames what its query says, and welcomes who comes back. Another site than 127.0.0.1. */
async function startSite(): Promise<string> {
  const site = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const link = searchParams.get('link')
    const frame = `<iframe src="${link}" title="Bank" width="400" height="900"></iframe>`
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html>${pathname === '/' ? frame : '<h1>Welcome back</h1>'}`)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    site.closeAllConnections()
    site.close()
  })
  return `http://localhost:${(site.address() as AddressInfo).port}`
}

const [allowed, stranger] = [await startSite(), await startSite()]
const sandbox = await startSandbox({
  env: {
    NORDGATE_FRAME_ANCESTORS: allowed,
    NORDGATE_BRAND_LOGO: logo,
    NORDGATE_BRAND_NAME: 'Fjordbanken',
  },
})
const tpp = await startTpp(sandbox)
const back = { 'TPP-Redirect-URI': `${allowed}/back` }

async function frameAt(page: Page, site: string) {
  await page.goto(`${site}/?link=${encodeURIComponent(await tpp.linkFor(back))}`)
  return page.frameLocator('iframe')
}

test('a site that the bank has named frames the pages, from the log-in to the way back', async () => {
  const { page } = await person()
  const complaints = complaintsOf(page)
  const bank = await frameAt(page, allowed)
  await bank.getByRole('button', { name: people.ingrid }).click()
  await bank.getByRole('link', { name: 'Show the simulated code device' }).click()
  const code = (await bank.locator('#code').innerText()).trim()
  await bank.getByRole('link', { name: 'Back to the log-in' }).click()
  await bank.getByLabel('One-time code').fill(code)
  await bank.getByRole('button', { name: 'Log in', exact: true }).click()
  await bank.getByRole('button', { name: 'Myself' }).click()
  await bank.getByRole('checkbox', { name: /Brukskonto/ }).check()
  await bank.getByRole('button', { name: 'Give access' }).click()
  await bank.getByRole('heading', { name: 'Welcome back' }).waitFor()
  const address = page.frames().at(-1)?.url() ?? ''
  assert.ok(address.startsWith(`${allowed}/back?psu-id=`), address)
  assert.deepEqual(await tpp.accounts(new URL(address).searchParams), ['Brukskonto'])
  assert.deepEqual(complaints, [])
})

test('a site that the bank has not named frames nothing', async () => {
  const { page } = await person()
  const complaints = complaintsOf(page)
  const bank = await frameAt(page, stranger)
  await assert.rejects(bank.getByRole('heading').waitFor({ timeout: 1000 }))
  assert.match(complaints.join('\n'), /frame-ancestors/)
})

test('the bank’s logo stands in the head of its pages, named by the bank', async () => {
  const { page } = await person()
  const complaints = complaintsOf(page)
  await page.goto(`${sandbox.publicUrl}/consents`)
  const image = page.getByRole('img', { name: 'Fjordbanken' })
  await image.waitFor()
  const { width, height } = (await image.boundingBox()) ?? {}
  assert.ok(width && height && Math.abs(width / height - 2) < 0.1, `${width} x ${height}`)
  assert.deepEqual(complaints, [])
})
