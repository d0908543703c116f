import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { complaintsOf, type Page, person } from './browser.ts'
import { backAt, chooseMyself, heading, logIn, people } from './steps.ts'
import { idsIn, startTpp } from './tpp.ts'

const tpp = await startTpp()

const box = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name })

describe('a private consent', () => {
  test('shows who asks for what and until when, and grants what is ticked', async () => {
    const { page } = await person()
    const complaints = complaintsOf(page)
    await page.goto(await tpp.linkFor())
    await logIn(page, people.ingrid)
    await chooseMyself(page)
    await heading(page, 'Let Fjordbudsjett AS see your accounts?')
    const text = await page.locator('main').innerText()
    assert.match(text, /authorised by Finanstilsynet, NO-FSA-\d+\) asks to see:/)
    assert.match(text, /for 180 days, until \d+\s\w+\s\d{4}/)
    assert.match(text, /Fjordbudsjett AS cannot move money/)
    assert.match(text, /Brukskonto\s+9991 11 \d{5}\s+NOK\s[\d,]+\.\d\d/)
    await box(page, /Brukskonto/).check()
    await page.getByRole('button', { name: 'Give access' }).click()
    const back = await backAt(page, tpp.redirectUri)
    assert.equal(back.get('context'), 'PRIVATE')
    assert.deepEqual(await tpp.accounts(back), ['Brukskonto'])
    assert.deepEqual(complaints, [])
  })

  test('has what is granted ticked, and takes back what is unticked', async () => {
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await logIn(page, people.ingrid)
    await chooseMyself(page)
    assert.ok(await box(page, /Brukskonto/).isChecked())
    assert.ok(!(await box(page, /Sparekonto/).isChecked()))
    await box(page, /Brukskonto/).uncheck()
    await box(page, /Sparekonto/).check()
    await page.getByRole('button', { name: 'Save my choice' }).click()
    const back = await backAt(page, tpp.redirectUri)
    assert.deepEqual(await tpp.accounts(back), ['Sparekonto'])
  })

  test('with nothing ticked says what to do', async () => {
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await logIn(page, people.jonas)
    await chooseMyself(page)
    await page.getByRole('button', { name: 'Give access' }).click()
    await page.getByRole('alert').getByText('Tick at least one account').waitFor()
  })
})

describe('a corporate consent', () => {
  test('asks for the agreement, and gives its id', async () => {
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await logIn(page, people.jonas)
    await heading(page, 'Who do you act for?')
    await page.getByRole('button', { name: 'A company' }).click()
    await heading(page, 'Choose the company’s agreement')
    await page.locator('button.choice').first().click()
    await page.getByRole('button', { name: 'Choose all' }).click()
    await page.getByRole('button', { name: 'Choose none' }).waitFor()
    await page.getByRole('button', { name: 'Give access' }).click()
    const back = await backAt(page, tpp.redirectUri)
    assert.equal(back.get('context'), 'CORPORATE')
    assert.ok(idsIn(back)['PSU-Corporate-ID'])
    const seen = await tpp.accounts(back)
    assert.ok(Array.isArray(seen) && seen.includes('Driftskonto'), JSON.stringify(seen))
  })
})

describe('a consent of more than 180 days', () => {
  test('is asked for again, with the same accounts ticked', async () => {
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await logIn(page, people.jonas)
    await chooseMyself(page)
    await box(page, /Lønnskonto/).check()
    await page.getByRole('button', { name: 'Give access' }).click()
    const first = await backAt(page, tpp.redirectUri)
    assert.deepEqual(await tpp.accounts(first), ['Lønnskonto'])
    await tpp.client.call('POST', '/v1/sandbox/clock', { body: { advance: 'P181D' } })
    assert.equal(await tpp.accounts(first), 401)
    await page.goto(await tpp.linkFor({ 'PSU-ID': first.get('psu-id') ?? '' }))
    await logIn(page, people.jonas)
    // The TPP's id of the person tells the context too.
    await heading(page, /Let Fjordbudsjett AS see/)
    assert.ok(await box(page, /Lønnskonto/).isChecked())
    await page.getByRole('button', { name: 'Save my choice' }).click()
    const second = await backAt(page, tpp.redirectUri)
    assert.equal(second.get('psu-id'), first.get('psu-id'))
    assert.deepEqual(await tpp.accounts(second), ['Lønnskonto'])
  })
})
