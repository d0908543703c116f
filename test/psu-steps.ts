import assert from 'node:assert/strict'
import { after } from 'node:test'
import { ledgerBank, ledgerBooks } from '../src/bank/ledger/ledger.ts'
import type { Clock } from '../src/kernel/clock.ts'
import { systemRandom as random } from '../src/kernel/random.ts'
import { createApprovals, createBasketApproval } from '../src/pis/pis.ts'
import { createFillWorld, createWorlds } from '../src/sandbox/sandbox.ts'
import { createSandboxLogin, createSca } from '../src/sca/sca.ts'
import { openStorage, type WorldQueries } from '../src/storage/storage.ts'
import { ingrid, linkIdIn } from './headless-psu.ts'
import type { Created } from './paying.ts'
import type { Sandbox } from './sandbox.ts'

/** A link, in the browser that it was opened in. */
interface Visit {
  link: string
  browser: string | undefined
}

/** The steps of a PSU who approves payments one by one, over the database of a sandbox. */
export async function startSteps(
  { databaseUrl, url }: Pick<Sandbox, 'databaseUrl' | 'url'>,
  { clock, shared = false }: { clock: Clock; shared?: boolean },
) {
  const storage = await openStorage({
    ...{ databaseUrl, dataFolder: '', connections: 2, clock },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  after(() => storage.close())
  const bank = (world: WorldQueries) => ledgerBank(world, random)
  const { hold } = createWorlds({ storage, fill: createFillWorld(random), shared })
  const { flow } = createSca({
    ...{ storage, clock, random, bank, hold, localhost: true, publicUrl: () => url },
    login: createSandboxLogin({
      ...{ bank, random, customers: (world) => ledgerBooks(world, random).customers() },
    }),
    subjects: [...createApprovals({ bank }), createBasketApproval({ bank })],
    ownPagesPerMinute: 100,
  })

  /** Up to the page that asks for the code. */
  async function identified({ _links }: Pick<Created, '_links'>, number = ingrid): Promise<Visit> {
    const link = linkIdIn(_links.scaRedirect?.href ?? '')
    const browser = (await flow.look(link, undefined))?.newBrowser
    await flow.identify(link, browser, number)
    return { link, browser }
  }

  /** From there up to the page on which it is approved. */
  async function loggedIn({ link, browser }: Visit) {
    const { code = '', approves } = (await flow.device?.(link, browser)) ?? {}
    assert.ok(approves?.amount && approves.payee)
    const step = await flow.enterCode(link, browser, code)
    assert.ok(step?.step === 'approval')
    return { link, browser, subject: step.subject }
  }

  /** Up to the page on which it is approved. */
  const begun = async (made: Pick<Created, '_links'>, number = ingrid) =>
    loggedIn(await identified(made, number))

  /** Where the PSU goes then. */
  async function decided(
    { link, browser }: Visit,
    decision: 'approve' | 'decline' = 'approve',
  ): Promise<URLSearchParams> {
    const end = await flow.decide(link, browser, { decision })
    assert.ok(end?.step === 'finished')
    return new URL(end.redirect).searchParams
  }

  /** Where the PSU goes who does neither. */
  async function left({ link, browser }: Visit) {
    const end = await flow.abort(link, browser)
    assert.ok(end?.step === 'finished')
    return new URL(end.redirect).searchParams
  }

  return { identified, loggedIn, begun, decided, left }
}
