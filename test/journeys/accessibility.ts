import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Result } from 'axe-core'
import type { Page } from './browser.ts'

/** It goes to every page that is looked at, so it is the short form. */
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** No violation of WCAG 2.2 A and AA, nor of what axe holds to be good practice. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axe)
  // What holds is thousands of lines for each page: only what does not is written down and told.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })
  const found = await page.evaluate(`axe.run(${options}).then(({ violations }) => violations)`)
  const told = (found as Result[]).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  assert.deepEqual(told, [], page.url())
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing hangs out at the side, and everything that is pressed is large enough for a thumb. */
export async function assertFits(page: Page): Promise<void> {
  const { wide, small } = (await page.evaluate(measure)) as { wide: number; small: string[] }
  assert.ok(wide <= 0, `${page.url()} is ${wide} pixels too wide`)
  assert.deepEqual(small, [], page.url())
}

/** Asked of the page in one piece: there may be dozens of things to press. */
const measure = `({
  wide: document.documentElement.scrollWidth - window.innerWidth,
  small: [...document.querySelectorAll('button, a.button, summary, label.choice, nav a')]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .map((target) => ({ name: target.innerText, ...target.getBoundingClientRect().toJSON() }))
    .filter(({ height }) => height < 44)
    .map(({ name, height }) => name + ' is ' + height + ' pixels high'),
})`
