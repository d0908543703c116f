import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startSandbox } from '../sandbox.ts'
import { assertAccessible, assertFits } from './accessibility.ts'
import { walkApprovals } from './approval-pages.ts'
import { complaintsOf, type Page, person } from './browser.ts'
import { codeOnDevice, people } from './steps.ts'
import { startTpp } from './tpp.ts'

const sandbox = await startSandbox()

/** In no language of its own: what is pressed is known by its name and value, not by its words. */
async function walk(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const tpp = await startTpp(sandbox)
  const press = (name: string, value?: string) =>
    page.locator(`button[name="${name}"]${value === undefined ? '' : `[value="${value}"]`}`).first()
  await page.goto(await tpp.linkFor())
  await look('log-in')
  await press('act', 'identify').click()
  await look('log-in without a number')
  await page.locator('button.choice', { hasText: people.jonas }).click()
  await look('code')
  const code = page.url()
  await page.goto(`${code}/device`)
  await look('device')
  await page.goto(code)
  await page.locator('#code').fill('wrong')
  await press('act', 'code').click()
  await look('code once more')
  await page.locator('#code').fill(await codeOnDevice(page))
  await press('act', 'code').click()
  await look('context')
  await press('context', 'CORPORATE').click()
  await look('agreement')
  await press('agreement').click()
  await look('consent')
  await press('act', 'approve').click()
  await look('consent with nothing ticked')
  await press('act', 'all').click()
  await look('consent with all ticked')
  await press('act', 'approve').click()
  await page.waitForURL(`${tpp.redirectUri}**`)
  await page.goBack()
  await look('used link')
  await walkApprovals(tpp, page, look)
}

const looks = [
  { name: 'English, light', options: { locale: 'en-GB' }, lang: 'en' },
  {
    name: 'bokmål, dark',
    options: { locale: 'nb-NO', colorScheme: 'dark' as const },
    lang: 'nb',
  },
  {
    name: 'nynorsk, on a phone',
    options: { locale: 'nn-NO', viewport: { width: 360, height: 740 }, isMobile: true },
    lang: 'nn',
  },
  {
    name: 'without JavaScript',
    options: { locale: 'nb', javaScriptEnabled: false, viewport: { width: 360, height: 740 } },
    lang: 'nb',
  },
]

describe('every page', () => {
  for (const { name, options, lang } of looks) {
    test(`is accessible and whole: ${name}`, async () => {
      const { page } = await person(options)
      const complaints = complaintsOf(page)
      await walk(page, async (shown) => {
        assert.equal(await page.locator('html').getAttribute('lang'), lang, shown)
        assert.equal(await page.locator('h1').count(), 1, shown)
        if (!('javaScriptEnabled' in options)) await assertAccessible(page)
        await assertFits(page)
      })
      assert.deepEqual(complaints, [])
    })
  }

  test('changes its language and keeps it', async () => {
    const tpp = await startTpp(sandbox)
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await page.getByRole('link', { name: 'Nynorsk' }).click()
    await page.getByText('Vel ein testkunde').waitFor()
    assert.equal(new URL(page.url()).search, '')
    await page.goto(await tpp.linkFor())
    assert.equal(await page.locator('html').getAttribute('lang'), 'nn')
  })

  test('works by keyboard alone', async () => {
    const tpp = await startTpp(sandbox)
    const { page } = await person()
    await page.goto(await tpp.linkFor())
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').innerText(), 'Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#code').waitFor()
    while ((await page.evaluate('document.activeElement.id')) !== 'code') {
      await page.keyboard.press('Tab')
    }
    assert.equal(
      await page.evaluate('getComputedStyle(document.activeElement).outlineWidth'),
      '3px',
    )
    await page.keyboard.type(await codeOnDevice(page))
    await page.keyboard.press('Enter')
    await page.locator('button[name=context]').first().waitFor()
  })
})
