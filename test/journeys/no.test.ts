import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { person } from './browser.ts'
import {
  assertFailure,
  backAt,
  chooseMyself,
  enterCode,
  heading,
  logIn,
  people,
  pick,
} from './steps.ts'
import { startTpp } from './tpp.ts'

const tpp = await startTpp()

describe('a person who says no', () => {
  test('declines on the consent page and is back with the failure', async () => {
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await logIn(page, people.ingrid)
    await chooseMyself(page)
    await page.getByRole('button', { name: 'No, give no access' }).click()
    assertFailure(await backAt(page, tpp.redirectUri))
  })

  test('cancels at any step', async () => {
    const { page } = await person()
    const cancel = page.getByRole('button', { name: 'Cancel and go back to Fjordbudsjett AS' })
    const ways = [
      async () => {},
      () => pick(page, people.ingrid),
      () => logIn(page, people.ingrid),
      async () => {
        await logIn(page, people.ingrid)
        await chooseMyself(page)
      },
    ]
    for (const go of ways) {
      await page.goto(await tpp.linkFor())
      await go()
      await cancel.click()
      assertFailure(await backAt(page, tpp.redirectUri))
    }
  })
})

describe('wrong codes', () => {
  test('five in a row lock the log-in, and the page still leads back', async () => {
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await pick(page, people.jonas)
    for (let attempt = 1; attempt < 5; attempt++) {
      await enterCode(page, 'abcdef')
      await page.getByRole('alert').getByText('The log-in did not work').waitFor()
    }
    await enterCode(page, 'abcdef')
    await heading(page, 'The log-in is locked')
    await page.getByRole('link', { name: 'Go back to Fjordbudsjett AS' }).click()
    assertFailure(await backAt(page, tpp.redirectUri))
    await page.goto(await tpp.linkFor())
    await page.getByRole('button', { name: people.jonas }).click()
    await heading(page, 'The log-in is locked')
  })

  test('nobody learns whether a customer number exists', async () => {
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await page.getByLabel('National identity number or customer number').fill('12345678901')
    await page.getByRole('button', { name: 'Next' }).click()
    await heading(page, 'Enter the one-time code')
    await enterCode(page, '123456')
    await page.getByRole('alert').getByText('The log-in did not work').waitFor()
  })
})

describe('a closed road', () => {
  test('a used link says so and leads back', async () => {
    const { page } = await person()
    const link = await tpp.linkFor()
    await page.goto(link)
    await page.getByRole('button', { name: /Cancel/ }).click()
    await backAt(page, tpp.redirectUri)
    await page.goto(link)
    await heading(page, 'This link has been used')
    await page.getByRole('link', { name: 'Go back to Fjordbudsjett AS' }).click()
    await backAt(page, tpp.redirectUri)
  })

  test('a link that nobody used in time says so', async () => {
    const { page } = await person()
    const link = await tpp.linkFor()
    await page.goto(link)
    await tpp.client.call('POST', '/v1/sandbox/clock', { body: { advance: 'PT6M' } })
    await page.reload()
    await heading(page, 'The time ran out')
    await page.getByRole('link', { name: 'Go back to Fjordbudsjett AS' }).click()
    assertFailure(await backAt(page, tpp.redirectUri))
  })

  test('another browser than the one that opened the link gets nothing', async () => {
    const [first, second] = [await person(), await person()]
    const link = await tpp.linkFor()
    await first.page.goto(link)
    await second.page.goto(link)
    await heading(second.page, 'Opened in another browser')
    assert.equal(await second.page.getByRole('link', { name: /Go back/ }).count(), 0)
    await heading(first.page, 'Log in')
  })

  test('an address that never was says so', async () => {
    const { page } = await person()
    const link = await tpp.linkFor()
    await page.goto(`${link.slice(0, -3)}AAA`)
    await heading(page, 'There is no such link')
  })
})
