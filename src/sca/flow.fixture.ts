import assert from 'node:assert/strict'
import { after } from 'node:test'
import { ask, ingrid, linkIdIn, linkIn } from '../../test/headless-psu.ts'
import { startSandbox, type Tpp } from '../../test/sandbox.ts'
import { ledgerBank, ledgerBooks } from '../bank/ledger/ledger.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { systemRandom as random } from '../kernel/random.ts'
import { createFillWorld, createWorlds } from '../sandbox/sandbox.ts'
import { openStorage, type WorldQueries } from '../storage/storage.ts'
import type { Step } from './flow.ts'
import { createSandboxLogin, createSca, type ScaSubject } from './sca.ts'

/** The steps as the pages take them, over a sandbox's database and with a clock of the test's own. */
export async function startFlow({
  subjects = [],
  ownPagesPerMinute = 1000,
}: {
  subjects?: readonly ScaSubject[]
  ownPagesPerMinute?: number
} = {}) {
  const sandbox = await startSandbox()
  const storage = await openStorage({
    ...{ databaseUrl: sandbox.databaseUrl, dataFolder: '', connections: 4, clock: systemClock },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  after(() => storage.close())
  let aheadSeconds = 0
  const clock: Clock = { now: () => systemClock.now().add({ seconds: aheadSeconds }) }
  const bank = (world: WorldQueries) => ledgerBank(world, random)
  const { hold, enter } = createWorlds({ storage, fill: createFillWorld(random), shared: false })
  const { flow, offers } = createSca({
    ...{ storage, clock, random, bank, hold, subjects, ownPagesPerMinute, localhost: true },
    publicUrl: () => 'https://bank.example',
    login: createSandboxLogin({
      ...{ bank, random, customers: (world) => ledgerBooks(world, random).customers() },
    }),
  })

  const linkId = async (tpp: Tpp, headers: Record<string, string> = {}) =>
    linkIdIn(linkIn(await ask(tpp, 'GET', '/v1/accounts', headers)))

  async function opened(tpp: Tpp, headers: Record<string, string> = {}) {
    const id = await linkId(tpp, headers)
    const first = is(await flow.look(id, undefined), 'log-in')
    assert.ok(first.newBrowser)
    return { id, browser: first.newBrowser, first }
  }

  /** From the first page of a link to the step after the code. */
  async function enteredWith(id: string, number = ingrid) {
    const { newBrowser: browser } = is(await flow.look(id, undefined), 'log-in')
    is(await flow.identify(id, browser, number), 'code')
    const code = (await flow.device?.(id, browser))?.code ?? ''
    return { id, browser, step: await flow.enterCode(id, browser, code) }
  }

  const loggedIn = async (tpp: Tpp, number?: string, headers?: Record<string, string>) =>
    enteredWith(await linkId(tpp, headers), number)

  async function later(seconds: number, step: () => Promise<Step | undefined>) {
    aheadSeconds += seconds
    try {
      return await step()
    } finally {
      aheadSeconds = 0
    }
  }

  return {
    ...{ sandbox, storage, clock, enter, flow, offers },
    ...{ linkId, opened, enteredWith, loggedIn, later },
  }
}

/** Holds a step to be this one. */
export function is<Name extends Step['step']>(
  step: Step | undefined,
  name: Name,
): Extract<Step, { step: Name }> {
  assert.equal(step?.step, name)
  return step as Extract<Step, { step: Name }>
}
