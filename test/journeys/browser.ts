import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

export type { BrowserContext, Page } from 'playwright-core'

/** Where Debian puts it; any other place is named by CHROMIUM. */
function chromiumPath(): string {
  const path = process.env.CHROMIUM ?? '/usr/bin/chromium'
  assert.ok(
    existsSync(path),
    `The journeys need Chromium, and there is none at ${path}. Install it (on Debian: apt-get install chromium), or name it in the variable CHROMIUM.`,
  )
  return path
}

const browser = await launch()

/** One browser for a test file; every person in it has a profile of their own. */
export async function person(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({
    locale: 'en-GB',
    // The sandbox's own certificate.
    ignoreHTTPSErrors: true,
    ...options,
  })
  context.setDefaultTimeout(10_000)
  return { context, page: await context.newPage() }
}

async function launch(): Promise<Browser> {
  const started = await chromium.launch({
    executablePath: chromiumPath(),
    // Containers have no user namespaces for Chromium's own sandbox.
    args: ['--no-sandbox'],
  })
  after(() => started.close())
  return started
}

/** What a person would see on the console if they looked: a page of ours never breaks its own rules. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4/.test(message.text())) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}
