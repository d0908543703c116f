import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from '../sandbox.ts'
import { assertAccessible } from './accessibility.ts'
import { person } from './browser.ts'
import { backAt, chooseMyself, heading, people } from './steps.ts'
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
