import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from '../sandbox.ts'
import { assertAccessible } from './accessibility.ts'
import { complaintsOf, person } from './browser.ts'
import { backAt, chooseMyself, heading, logIn, people } from './steps.ts'
import { startTpp } from './tpp.ts'

const sandbox = await startSandbox({ env: { NORDGATE_LOCAL_APP_BINDINGS: 'on' } })
const prefersApp = { 'TPP-Redirect-Preferred': 'false' }

test('a TPP whose site has published its app gets the bank’s app, and one touch logs in', async () => {
  const tpp = await startTpp(sandbox, { appPublished: true })
  const { page } = await person({ viewport: { width: 360, height: 740 } })
  await page.goto(await tpp.linkFor(prefersApp))
  await heading(page, 'Approve in the app')
  await assertAccessible(page)
  await page.getByRole('button', { name: `Log in as ${people.ingrid}` }).click()
  await chooseMyself(page)
  await page.getByRole('checkbox', { name: /Brukskonto/ }).check()
  await page.getByRole('button', { name: 'Give access' }).click()
  assert.deepEqual(await tpp.accounts(await backAt(page, tpp.redirectUri)), ['Brukskonto'])
})

test('without bindings, and without the wish, it is the default page', async () => {
  const { page } = await person()
  const unpublished = await startTpp(sandbox)
  await page.goto(await unpublished.linkFor(prefersApp))
  await heading(page, 'Log in')
  const published = await startTpp(sandbox, { appPublished: true })
  await page.goto(await published.linkFor())
  await heading(page, 'Log in')
})

test('the way back may be the scheme of an app; where none answers, the link still leads there', async () => {
  const tpp = await startTpp(sandbox)
  const { page } = await person()
  const complaints = complaintsOf(page)
  const link = await tpp.linkFor({ 'TPP-Redirect-URI': 'fjordbudsjett://back?state=7' })
  await page.goto(link)
  await logIn(page, people.ingrid)
  await chooseMyself(page)
  await page.getByRole('checkbox', { name: /Brukskonto/ }).check()
  const sent = page.waitForResponse((answer) => answer.status() === 303)
  await page.getByRole('button', { name: 'Give access' }).click()
  const { location = '' } = await (await sent).allHeaders()
  assert.match(location, /^fjordbudsjett:\/\/back\?state=7&psu-id=/)
  assert.deepEqual(await tpp.accounts(new URL(location).searchParams), ['Brukskonto'])
  await page.goto(link)
  const way = page.getByRole('link', { name: 'Go back to Fjordbudsjett AS' })
  assert.equal(await way.getAttribute('href'), location)
  assert.deepEqual(complaints, [])
})
