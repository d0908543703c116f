import type { GivenPeriodic } from '../wire/payment-periodic.ts'
import type { PaymentDraft } from './draft.ts'
import { amountIn } from './fees.ts'
import { likenessOfSeries } from './likeness.ts'
import type { PeriodicBody } from './payment.ts'
import type { Product } from './products/product.ts'
import { readPayment } from './read-payment.ts'
import type { Findings, RuleSituation } from './rules/rule.ts'
import { readSeries } from './rules/series.ts'

/** A payment that comes again and again, approved once. */
export async function readPeriodic(
  product: Product,
  given: GivenPeriodic,
  situation: RuleSituation,
  findings: Findings,
): Promise<PaymentDraft | undefined> {
  const payment = await readPayment(product, given, situation, findings)
  const series = readSeries(given, situation, findings)
  if (findings.errors.length > 0 || !series) return undefined
  const { startDate, endDate, frequency, dayOfExecution, monthsOfExecution } = given
  const body: PeriodicBody = {
    ...payment,
    ...{ startDate, frequency },
    ...(endDate !== undefined && { endDate }),
    ...(dayOfExecution !== undefined && { dayOfExecution }),
    ...(monthsOfExecution !== undefined && { monthsOfExecution }),
    ...(given.executionRule !== undefined && { executionRule: series.rule }),
  }
  return {
    body,
    amount: amountIn(body),
    parts: [],
    requestedOn: series.startDate,
    executionOn: series.firstOn,
    ...(body.endToEndIdentification !== undefined && { endToEndId: body.endToEndIdentification }),
    likeness: likenessOfSeries(body),
  }
}
