import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './accessibility.ts'
import { person } from './browser.ts'
import { backAt, chooseMyself, heading, logIn, people } from './steps.ts'
import { startTpp } from './tpp.ts'

test('on the bank’s page a person sees who has access, and takes it back at once', async () => {
  const tpp = await startTpp()
  const { page } = await person()
  await page.goto(await tpp.linkFor())
  await logIn(page, people.ingrid)
  await chooseMyself(page)
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: 'Give access' }).click()
  const back = await backAt(page, tpp.redirectUri)
  assert.ok(Array.isArray(await tpp.accounts(back)))

  await page.goto(`${tpp.sandbox.publicUrl}/consents`)
  await heading(page, 'Consents')
  await page.getByLabel('Whose test bank?').fill('PSDNO-FSA-999')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').getByText('There is no test bank').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Whose test bank?').fill(tpp.organizationIdentifier)
  await page.getByRole('button', { name: 'Log in' }).click()
  await logIn(page, people.ingrid)
  await heading(page, 'Consents')
  const consent = page.getByRole('region', { name: 'Fjordbudsjett AS' })
  assert.match(await consent.innerText(), /Brukskonto 9991 11 \d{5}/)
  await assertAccessible(page)
  await consent.getByRole('button', { name: 'Take back from Fjordbudsjett AS' }).click()
  await page.getByRole('status').getByText('The consent is taken back').waitFor()
  await page.getByText('Nobody has access to your accounts.').waitFor()
  assert.equal(await tpp.accounts(back), 401)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Whose test bank?').waitFor()
})
