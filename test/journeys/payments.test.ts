import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { electrician, ingrid, jonas, roastery } from '../headless-psu.ts'
import * as paying from '../paying.ts'
import { iban, nok, statusOf, transfer } from '../paying.ts'
import { lateSeries } from './approval-pages.ts'
import { factsOn, logInAsKnown, order, orderIn, plain, plainText, press } from './approving.ts'
import { complaintsOf, person } from './browser.ts'
import { assertFailure, backAt, heading, logIn, people } from './steps.ts'
import { startTpp } from './tpp.ts'

const tpp = await startTpp()
const phone = { viewport: { width: 360, height: 740 } }

describe('a person who approves', () => {
  test('pays an invoice with a KID, on bokmål, and sees on the device what the code is for', async () => {
    const invoice = {
      ...transfer({ instructedAmount: { amount: '1234.50', currency: 'NOK' } }),
      ...{
        creditorAccount: nok(iban.roasteryInvoices),
        creditorName: 'Havbrisen Kaffebrenneri AS',
      },
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructuredArray: [{ reference: '2345676', referenceType: 'SCOR' }],
    }
    const made = await order(tpp, invoice)
    const { page } = await person({ locale: 'nb-NO' })
    const complaints = complaintsOf(page)
    const device = await logInAsKnown(page, made.link)
    assert.match(device, /Betaling\s+1 234,50 kr\s+Til Havbrisen Kaffebrenneri AS, 9991 11 20026/)
    await heading(page, 'Godkjenn betaling')
    assert.equal(await plainText(page, '.amount'), '1 234,50 kr')
    const facts = await factsOn(page)
    assert.equal(facts.Til, 'Havbrisen Kaffebrenneri AS | 9991 11 20026')
    assert.equal(facts['Fra konto'], 'Brukskonto | 9991 11 10012')
    assert.match(facts['Disponibelt etterpå'] ?? '', /^[\d ]+,\d\d kr$/)
    assert.equal(facts.Gebyr, 'Ingen')
    assert.match(facts.Belastes ?? '', /^\d+\. \w+ \d{4}$/)
    assert.equal(facts.KID, '2345676')
    await page.getByRole('button', { name: 'Betal 1 234,50 kr' }).click()
    await backAt(page, tpp.redirectUri)
    assert.equal(await statusOf(tpp, made), 'ACTC')
    assert.deepEqual(complaints, [])
  })

  test('pays abroad for a company, with what is reported and about what it costs', async () => {
    const coffee = {
      instructedAmount: { amount: '12000.00', currency: 'EUR' },
      debtorAccount: nok(iban.roastery),
      creditorAccount: { iban: 'IT60X0542811101000000123456', currency: 'EUR' },
      ...{ creditorName: 'Torrefazione Milano S.r.l.', creditorAgent: 'UNCRITMMXXX' },
      creditorAddress: { street: 'Via Roma', townName: 'Milano', country: 'IT' },
      ...{ regulatoryReportingCode: '14', regulatoryReportingInformation: 'Green coffee' },
    }
    const made = await orderIn(
      tpp,
      { customerNumber: ingrid, context: 'CORPORATE', agreement: roastery },
      coffee,
      '/v1/payments/norwegian-cross-border-credit-transfers',
    )
    const { page } = await person()
    const device = await logInAsKnown(page, made.link, ingrid)
    assert.match(device, /EUR 12,000\.00\s+To Torrefazione Milano S\.r\.l\./)
    await heading(page, 'Approve payment')
    assert.match(
      await plainText(page, '.amounts + p'),
      /^About NOK 139,956\.00 at today’s rate\. The rate on the day of the payment applies\.$/,
    )
    const facts = await factsOn(page)
    assert.equal(
      facts.To,
      'Torrefazione Milano S.r.l. | IT60 X054 2811 1010 0000 0123 456 | UNCRITMMXXX',
    )
    assert.equal(facts.For, 'Havbrisen Kaffebrenneri AS')
    assert.match(facts['Available afterwards'] ?? '', /^about NOK [\d,]+\.\d\d$/)
    assert.equal(facts.Fee, 'NOK 65.00')
    assert.equal(facts['To the Currency Register'], 'Green coffee | Code 14')
    await page.getByRole('button', { name: 'Pay EUR 12,000.00' }).click()
    const back = await backAt(page, tpp.redirectUri)
    assert.equal(back.get('context'), 'CORPORATE')
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })

  test('pays at once, on nynorsk', async () => {
    const made = await order(tpp, transfer(), paying.instant)
    const { page } = await person({ locale: 'nn-NO' })
    await logInAsKnown(page, made.link)
    const facts = await factsOn(page)
    assert.match(facts['Blir belasta'] ?? '', /^Straks \| Pengane er framme/)
    await page.getByRole('button', { name: 'Betal 100,00 kr' }).click()
    await backAt(page, tpp.redirectUri)
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })

  test('pays many in one, and sees every payee and the total', async () => {
    const names = ['Ola', 'Per', 'Pål', 'Espen', 'Kari', 'Anne', 'Bjørg']
    const { debtorAccount, ...part } = transfer()
    const payments = names.map((creditorName) => ({ ...part, creditorName }))
    const made = await order(tpp, { debtorAccount, payments }, paying.bulk)
    const { page } = await person()
    assert.match(await logInAsKnown(page, made.link), /NOK 700\.00\s+To Ola, Per,? and 5 others/)
    await heading(page, 'Approve 7 payments')
    assert.equal(await plainText(page, '.amount'), 'NOK 700.00')
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'Bjørg' }).isVisible(), false)
    await page.getByText('Show all 7').click()
    for (const name of names) {
      await page.getByRole('listitem').filter({ hasText: name }).getByText('NOK 100.00').waitFor()
    }
    await page.getByRole('button', { name: 'Pay NOK 700.00' }).click()
    await backAt(page, tpp.redirectUri)
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })

  test('lets a payment come back every month, and sees how often, from when and until when', async () => {
    const year = Temporal.Now.plainDateISO('Europe/Oslo').year + 1
    const rent = {
      ...transfer({ startDate: `${year}-01-04`, endDate: `${year}-12-31` }),
      ...{ frequency: 'Monthly', dayOfExecution: '20', executionRule: 'preceding' },
    }
    const made = await order(tpp, rent, paying.periodic)
    const { page } = await person()
    assert.match(await logInAsKnown(page, made.link), /Standing order\s+NOK 100\.00/)
    await heading(page, 'Approve standing order')
    const facts = await factsOn(page)
    assert.match(facts['How often'] ?? '', /^Every month on the 20th \| If that is not a banking/)
    assert.equal(facts.From, `4 January ${year}`)
    assert.equal(facts.Until, `31 December ${year}`)
    assert.match(facts['First payment'] ?? '', /^\d+ January \d{4}$/)
    await page.getByRole('button', { name: 'Pay NOK 100.00 each time' }).click()
    await backAt(page, tpp.redirectUri)
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })

  test('whom the TPP has never met logs in and approves at once: on a phone, without JavaScript', async () => {
    const stranger = await startTpp(tpp.sandbox)
    const made = await order(stranger, transfer())
    const { page } = await person({ ...phone, javaScriptEnabled: false })
    await page.goto(made.link)
    assert.equal(await page.locator('#customer-number').inputValue(), ingrid)
    await logInAsKnown(page, made.link)
    await page.getByRole('button', { name: 'Pay NOK 100.00' }).click()
    const back = await backAt(page, stranger.redirectUri)
    assert.match(back.get('psu-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(await statusOf(stranger, made), 'ACTC')
  })

  test('for a company, not yet known to the TPP, chooses the agreement first', async () => {
    const from = { debtorAccount: nok(iban.electrician) }
    const corporate = { 'X-PSU-IDENTITY': jonas, 'PSU-Context': 'CORPORATE' }
    const made = await order(tpp, transfer(from), paying.instant, corporate)
    const { page } = await person()
    await logInAsKnown(page, made.link)
    await page.getByText('Choose the agreement that the payment belongs to').waitFor()
    await page.getByRole('button', { name: electrician }).click()
    assert.equal((await factsOn(page)).For, 'Tindefjell Elektro AS')
    await press(page, 'approve')
    const back = await backAt(page, tpp.redirectUri)
    assert.ok(back.get('psu-corporate-id'))
    assert.equal(await statusOf(tpp, made), 'ACSC')
  })
})

describe('a person who does not', () => {
  test('declines, and the payment is rejected', async () => {
    const made = await order(tpp, transfer(), paying.instant)
    const { page } = await person()
    await logInAsKnown(page, made.link)
    await page.getByRole('button', { name: 'Decline' }).click()
    assertFailure(await backAt(page, tpp.redirectUri))
    assert.equal(await statusOf(tpp, made), 'RJCT')
  })

  test('cancels, and the payment waits for another time', async () => {
    const made = await order(tpp, transfer(), paying.instant)
    const { page } = await person()
    await logInAsKnown(page, made.link)
    await page.getByRole('button', { name: 'Cancel and go back to Fjordbudsjett AS' }).click()
    assertFailure(await backAt(page, tpp.redirectUri))
    assert.equal(await statusOf(tpp, made), 'RCVD')
  })

  test('has too little money: told before the button, and the TPP afterwards', async () => {
    const amount = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } }
    const made = await order(tpp, transfer(amount), paying.instant)
    const { page } = await person()
    await logInAsKnown(page, made.link)
    const told = plain(await page.locator('.notice.warn').innerText())
    assert.match(told, /not enough money in Brukskonto now, so the payment will not go through/)
    await press(page, 'approve')
    const back = await backAt(page, tpp.redirectUri)
    assertFailure(back)
    assert.equal(back.get('code'), 'PAYMENT_FAILED')
    assert.equal(await statusOf(tpp, made), 'ACCP')
  })

  const lateIn = [
    ['nb-NO', 'Det er for sent å godkjenne dette', /siste dagen .* er over/, 'Gå tilbake til'],
    ['nn-NO', 'Det er for seint å godkjenne dette', /siste dagen .* er over/, 'Gå tilbake til'],
    ['en-GB', 'It is too late to approve this', /last day .* is over/, 'Go back to'],
  ] as const
  for (const [locale, title, why, back] of lateIn) {
    test(`comes too late for a standing order, and finds no button to approve it: ${locale}`, async () => {
      const late = await startTpp(tpp.sandbox)
      const { page } = await person({ locale })
      await logInAsKnown(page, (await lateSeries(late)).link)
      await heading(page, title)
      assert.match(plain(await page.locator('.notice.warn').innerText()), why)
      assert.equal(await page.locator('button[value="approve"]').count(), 0)
      await page.getByRole('button', { name: `${back} Fjordbudsjett AS` }).click()
      const told = await backAt(page, late.redirectUri)
      assert.equal(told.get('code'), 'EXECUTION_DATE_INVALID')
    })
  }

  test('may not pay that much for the company: the way back says so', async () => {
    const much = {
      ...transfer({ instructedAmount: { amount: '250000.01', currency: 'NOK' } }),
      debtorAccount: nok(iban.electrician),
    }
    const whose = { customerNumber: jonas, context: 'CORPORATE', agreement: electrician }
    const made = await orderIn(tpp, whose, much, paying.instant)
    const { page } = await person()
    await logInAsKnown(page, made.link, whose.customerNumber)
    assertFailure(await backAt(page, tpp.redirectUri))
    assert.equal(await statusOf(tpp, made), 'RCVD')
  })
})

describe('a person who has approved', () => {
  test('stops the payment, and keeps another', async () => {
    const { page } = await person()
    const approved = async () => {
      const made = await order(tpp, transfer())
      await logInAsKnown(page, made.link)
      await press(page, 'approve')
      await backAt(page, tpp.redirectUri)
      const { status, body } = await paying.send<paying.Created>(
        tpp,
        'DELETE',
        made._links.self?.href ?? '',
        { headers: paying.single({ 'TPP-Redirect-URI': tpp.redirectUri }) },
      )
      assert.equal(status, 202, JSON.stringify(body))
      return { made, link: body._links.scaRedirect?.href ?? '' }
    }
    const first = await approved()
    await page.goto(first.link)
    await logIn(page, people.ingrid)
    await heading(page, 'Stop the payment?')
    assert.match((await factsOn(page)).To ?? '', /^Jonas Myrvold Tangen/)
    await page.getByRole('button', { name: 'Yes, stop it' }).click()
    await backAt(page, tpp.redirectUri)
    assert.equal(await statusOf(tpp, first.made), 'CANC')
    const second = await approved()
    await page.goto(second.link)
    await logIn(page, people.ingrid)
    await page.getByRole('button', { name: 'No, let it go ahead' }).click()
    assertFailure(await backAt(page, tpp.redirectUri))
    assert.equal(await statusOf(tpp, second.made), 'ACTC')
  })
})
