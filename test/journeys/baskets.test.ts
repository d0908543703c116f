import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ingrid } from '../headless-psu.ts'
import {
  type Created,
  create,
  domestic,
  instant,
  logIn,
  send,
  statusOf,
  transfer,
} from '../paying.ts'
import { backTo, factsOn, logInAsKnown, ordered, plainText, press } from './approving.ts'
import { person } from './browser.ts'
import { assertFailure, backAt, heading } from './steps.ts'
import { type Headers, startTpp } from './tpp.ts'

const tpp = await startTpp()

async function basketOf(headers: Headers, made: readonly Created[]) {
  const body = { paymentIds: made.map(({ paymentId }) => paymentId) }
  const answer = await send<Created>(tpp, 'POST', '/v1/signing-baskets', { headers, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return ordered(answer.body)
}

const session = async (): Promise<Headers> => ({
  ...(await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })),
  ...backTo(tpp),
})

const amount = (kroner: number) => ({
  instructedAmount: { amount: `${kroner}.00`, currency: 'NOK' },
})

describe('a basket', () => {
  test('of 100 payments is approved at once, on a phone, with every payee in sight', async () => {
    const headers = await session()
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, place) =>
        create(
          tpp,
          headers,
          transfer({ ...amount(place + 1), creditorName: `Payee ${place + 1}` }),
        ),
      ),
    )
    const basket = await basketOf(headers, made)
    const { page } = await person({ locale: 'nb-NO', viewport: { width: 360, height: 740 } })
    const device = await logInAsKnown(page, basket.link, ingrid)
    assert.match(device, /5 050,00 kr\s+Til Payee 1, Payee 2 og 98 andre/)
    await heading(page, 'Godkjenn 100 betalinger')
    assert.equal(await plainText(page, '.amount'), '5 050,00 kr')
    assert.match((await factsOn(page))['Fra konto'] ?? '', /^Brukskonto/)
    assert.equal(await page.locator('.payees > li:visible').count(), 5)
    await page.getByText('Vis alle 100').click()
    assert.equal(await page.locator('.payees > li:visible').count(), 100)
    await page.getByRole('button', { name: 'Betal 5 050,00 kr' }).click()
    await backAt(page, tpp.redirectUri)
    assert.equal(await statusOf(tpp, basket), 'ACTC')
    assert.equal(await statusOf(tpp, made[99] as Created), 'ACTC')
  })

  test('with days of their own tells the day of each, and is declined as a whole', async () => {
    const headers = await session()
    const soon = Temporal.Now.plainDateISO('Europe/Oslo').add({ days: 40 }).toString()
    const made = [
      await create(tpp, headers, transfer({ requestedExecutionDate: soon }), domestic),
      await create(tpp, headers, transfer(), instant),
    ]
    const basket = await basketOf(headers, made)
    const { page } = await person()
    await logInAsKnown(page, basket.link, ingrid)
    assert.equal((await factsOn(page))['Charged on'], 'Each on its own day')
    await page.locator('.payees > li', { hasText: 'At once' }).waitFor()
    await press(page, 'decline')
    assertFailure(await backAt(page, tpp.redirectUri))
    assert.equal(await statusOf(tpp, basket), 'RJCT')
  })
})
