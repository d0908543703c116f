import type { Actor, Run } from './actor.ts'
import { create } from './create.ts'
import type { ModelPayment } from './model-payment.ts'
import { amountOf, dated, debtorOf, paymentOf, someDay } from './wishes.ts'

/** Steps that pay into other countries, with what the bank's price list and rates make of them. */

/** What one unit costs in kroner, in thousandths. */
const rates = { EUR: 11_663n, USD: 10_020n } as const
type Foreign = keyof typeof rates

/** In øre; an exchange costs more. */
const fees = { sepa: 10_00n, swift: 50_00n, urgent: 300_00n, exchange: 15_00n }

/** Half a cent goes to the even one where money is exchanged, and upwards where it is a price. */
function divided(dividend: bigint, divisor: bigint, tie: 'even' | 'up'): bigint {
  const whole = dividend / divisor
  const twice = (dividend % divisor) * 2n
  const up = twice > divisor || (twice === divisor && (tie === 'up' || whole % 2n === 1n))
  return up ? whole + 1n : whole
}

export async function payAbroad(run: Run, actor: Actor): Promise<string> {
  const { chance } = run
  const payer = debtorOf(run, actor, { inNok: false })
  const { booked, iban, currency: own } = actor.model.account(payer.debtor)
  const kind = chance.pick(['sepa', 'swift'] as const)
  const currency: Foreign = kind === 'sepa' || own === 'EUR' ? 'EUR' : chance.pick(['EUR', 'USD'])
  const urgent = kind === 'swift' && chance.oneIn(3)
  const most = own === 'EUR' ? booked : booked / 11n
  const amount = 1n + (BigInt(chance.below(1000)) * (most > 0n ? most : 100n)) / 2500n
  const exchanged = own !== currency
  const base = urgent ? fees.urgent : fees[kind]
  const price = base + (exchanged ? fees.exchange : 0n)
  const asked = someDay(run, actor)
  const payee = chance.oneIn(6) ? turkish : german
  const wish = { creditor: payee.iban, amount, text: `no ${++actor.count}` }
  const payment: ModelPayment = {
    ...paymentOf(actor, payer, wish, kind, asked),
    debit: exchanged ? divided(amount * rates[currency], 1000n, 'even') : amount,
    fee: own === 'NOK' ? price : divided(price * 1000n, rates[own as Foreign], 'up'),
    value: divided(amount * rates[currency], 1000n, 'up'),
  }
  const body = {
    debtorAccount: { iban, currency: own },
    ...{
      instructedAmount: amountOf(amount, currency),
      ...creditorOf(payee, currency),
      ...dated(asked),
    },
    ...(urgent && { serviceLevelCode: 'URGP' }),
    remittanceInformationUnstructured: wish.text,
  }
  return create(run, actor, body, payment)
}

interface Payee {
  iban: string
  agent: string
  town: string
  country: string
}

const german: Payee = {
  ...{ iban: 'DE89370400440532013000', agent: 'COBADEFFXXX', town: 'Berlin', country: 'DE' },
}
/** Outside the SEPA area. */
const turkish: Payee = {
  ...{ iban: 'TR330006100519786457841326', agent: 'TGBATRISXXX', town: 'Ankara', country: 'TR' },
}

const creditorOf = ({ iban, agent, town, country }: Payee, currency: string) => ({
  creditorAccount: { iban, currency },
  creditorName: 'Erika Mustermann',
  creditorAgent: agent,
  creditorAddress: { townName: town, country },
})
