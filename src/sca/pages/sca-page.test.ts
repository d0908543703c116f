import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PageAnswer, PageRequest } from '../../web/web.ts'
import type { ScaFlow, ShownCode, Step } from '../flow.ts'
import { actField } from './parts.ts'
import { scaPages } from './sca-page.ts'

/** The pages over steps that are given, with and without a simulated code device. */

const common = {
  ...{ tppName: 'Fjordbudsjett AS', tppId: 'PSDNO-FSA-912345678', shows: 'consent' as const },
  ...{ prefersApp: true, returnsTo: 'https://fjordbudsjett.example/back' },
}
const ingrid = { number: '17848800880', name: 'Ingrid', type: 'PRIVATE' as const, expected: false }
const logIn: Step = { ...common, step: 'log-in', customers: [ingrid] }
const code: Step = { ...common, step: 'code', customerNumber: ingrid.number, failed: false }

function pagesOf(due: Step, device?: ShownCode) {
  const done: string[] = []
  const takes = (what: string) => async () => {
    done.push(what)
    return what === 'identify' ? code : due
  }
  const flow = {
    ...{ look: takes('look'), identify: takes('identify'), enterCode: takes('enterCode') },
    ...(device && { device: async () => device }),
  } as Partial<ScaFlow> as ScaFlow
  const routes = scaPages({ flow, bindings: { published: async () => true } })
  const answerOf = (id: string, form: Record<string, string> = {}) =>
    routes.find((route) => route.id === id)?.answer(request(form))
  return { routes: routes.map(({ id }) => id), done, answerOf }
}

const request = (form: Record<string, string>): PageRequest => ({
  ...{ path: { id: 'link' }, query: new URLSearchParams(), form: new URLSearchParams(form) },
  ...{ browser: 'b', kept: 'k', language: 'en', visits: true, framed: false },
  now: Temporal.Instant.from('2026-11-12T11:00:00Z'),
})

const textOf = (answer: PageAnswer | undefined): string =>
  answer && 'main' in answer ? String(answer.main) : ''

const touch = { [actField]: 'biometric', customerNumber: ingrid.number }

describe('where a bank’s customers have devices of their own', () => {
  test('there is no page of one, and nothing leads there', async () => {
    const { routes, answerOf } = pagesOf(code)
    assert.deepEqual(routes, ['show-sca-page', 'answer-sca-page'])
    const page = textOf(await answerOf('show-sca-page'))
    assert.match(page, /autocomplete="one-time-code"/)
    assert.doesNotMatch(page, /device"/)
  })

  test('nobody logs in at one touch', async () => {
    const { answerOf, done } = pagesOf(logIn)
    assert.doesNotMatch(textOf(await answerOf('show-sca-page')), /biometric/)
    await answerOf('answer-sca-page', touch)
    assert.deepEqual([...new Set(done)], ['look'])
  })
})

describe('where the device is simulated', () => {
  const device = { code: '123456' }

  test('a page shows it, and the page of the code leads there', async () => {
    const { answerOf } = pagesOf(code, device)
    assert.match(textOf(await answerOf('show-code-device')), /123456/)
    assert.match(textOf(await answerOf('show-sca-page')), /href="link\/device"/)
  })

  test('one touch logs in where the app was shown', async () => {
    const { answerOf, done } = pagesOf(logIn, device)
    assert.match(textOf(await answerOf('show-sca-page')), /biometric/)
    await answerOf('answer-sca-page', touch)
    assert.deepEqual(done.slice(-2), ['identify', 'enterCode'])
  })

  test('and nowhere else', async () => {
    const { answerOf, done } = pagesOf({ ...logIn, prefersApp: false }, device)
    await answerOf('answer-sca-page', touch)
    assert.deepEqual([...new Set(done)], ['look'])
  })
})
