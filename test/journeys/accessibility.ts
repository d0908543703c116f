import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from './browser.ts'

/** No violation of WCAG 2.2 A and AA, nor of what axe holds to be good practice. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)} })`)
  const { violations } = found as axe.AxeResults
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  assert.deepEqual(told, [], page.url())
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing hangs out at the side, and everything that is pressed is large enough for a thumb. */
export async function assertFits(page: Page): Promise<void> {
  const wide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  assert.ok(Number(wide) <= 0, `${page.url()} is ${wide} pixels too wide`)
  for (const target of await page.locator(pressed).all()) {
    const { height = 44 } = (await target.boundingBox()) ?? {}
    assert.ok(height >= 44, `${await target.innerText()} is ${height} pixels high`)
  }
}

const pressed = 'button:visible, a.button:visible, summary:visible, label.choice, nav a'
