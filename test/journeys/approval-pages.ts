import { ingrid, moveClock } from '../headless-psu.ts'
import * as paying from '../paying.ts'
import { transfer } from '../paying.ts'
import { backTo, logInAsKnown, type Ordered, order, ordered, plainText } from './approving.ts'
import type { Page } from './browser.ts'
import type { TppWithSite } from './tpp.ts'

/** Every kind of thing that a person approves, each looked at and left alone. */
export async function walkApprovals(
  tpp: TppWithSite,
  page: Page,
  look: (name: string) => Promise<void>,
): Promise<void> {
  await logInAsKnown(page, (await abroad(tpp)).link)
  await look('payment')
  await logInAsKnown(page, (await many(tpp)).link)
  await page.locator('.payees + details summary').click()
  await look('many payments')
  await logInAsKnown(page, (await series(tpp)).link)
  await look('standing order')
  await logInAsKnown(page, await stopping(tpp))
  await look(`stopping: ${await plainText(page, 'h1')}`)
  await logInAsKnown(page, (await lateSeries(tpp)).link)
  await look(`too late: ${await plainText(page, 'h1')}`)
}

/** A series whose only day passes before anybody approves it; moves the clock of the bank. */
export async function lateSeries(tpp: TppWithSite): Promise<Ordered> {
  const today = Temporal.Now.plainDateISO('Europe/Oslo')
  const days = { startDate: today.add({ days: 1 }), endDate: today.add({ days: 10 }) }
  const made = await order(tpp, transfer({ ...days, frequency: 'Weekly' }), paying.periodic)
  await moveClock(tpp, 'P11D')
  const headers = paying.single({ 'X-PSU-IDENTITY': ingrid, ...backTo(tpp) })
  const target = `${made._links.self?.href}/authorisations`
  const { body } = await paying.send<paying.Created>(tpp, 'POST', target, { headers })
  return { ...made, ...ordered(body) }
}

/** With all that a page may have to say: another currency, too little money, a long message. */
const abroad = (tpp: TppWithSite) =>
  order(
    tpp,
    {
      instructedAmount: { amount: '8250000.50', currency: 'EUR' },
      debtorAccount: paying.nok(paying.iban.ingrid),
      creditorAccount: { iban: 'IT60X0542811101000000123456', currency: 'EUR' },
      ...{ creditorName: 'Torrefazione Milano S.r.l.', creditorAgent: 'UNCRITMMXXX' },
      creditorAddress: { street: 'Via Roma', townName: 'Milano', country: 'IT' },
      remittanceInformationUnstructured: 'Husleie for mai og juni, og takk for lånet av hytta',
      ...{ regulatoryReportingCode: '14', regulatoryReportingInformation: 'Kjøp av hytta' },
    },
    '/v1/payments/norwegian-cross-border-credit-transfers',
  )

function many(tpp: TppWithSite) {
  const { debtorAccount, ...part } = transfer()
  const names = ['Ola', 'Vestlandske Rørleggere og Elektro AS', 'Per', 'Pål', 'Espen', 'Kari']
  const payments = names.map((creditorName) => ({ ...part, creditorName }))
  return order(tpp, { debtorAccount, payments }, paying.bulk)
}

const series = (tpp: TppWithSite) =>
  order(
    tpp,
    transfer({
      startDate: Temporal.Now.plainDateISO('Europe/Oslo').add({ days: 30 }).toString(),
      ...{ frequency: 'Monthly', dayOfExecution: '31' },
    }),
    paying.periodic,
  )

async function stopping(tpp: TppWithSite): Promise<string> {
  const made = await order(tpp, transfer())
  const { parameters } = await paying.approve(tpp, made, { customerNumber: ingrid })
  const headers = paying.single({ 'PSU-ID': parameters['psu-id'] ?? '', ...backTo(tpp) })
  const self = made._links.self?.href ?? ''
  const { body } = await paying.send<paying.Created>(tpp, 'DELETE', self, { headers })
  return ordered(body).link
}
