import type { GivenBulk } from '../wire/payment-bulk.ts'
import type { GivenPayment } from '../wire/payment-fields.ts'
import type { GivenPeriodic } from '../wire/payment-periodic.ts'
import type { TppMessage } from '../wire/tpp-message.ts'
import { readBulk } from './bulk.ts'
import type { PaymentDraft } from './draft.ts'
import { amountIn } from './fees.ts'
import { likenessOfPayment } from './likeness.ts'
import type { PaymentService } from './payment.ts'
import type { Product } from './products/product.ts'
import { readPayment } from './read-payment.ts'
import { atOnce, readExecutionDate } from './rules/execution-date.ts'
import type { RuleSituation } from './rules/rule.ts'
import { type CodedFinding, collectFindings, type Findings } from './rules/rule.ts'
import { readPeriodic } from './series.ts'

export type { PaymentDraft } from './draft.ts'

export interface ReadRequest {
  errors: CodedFinding[]
  warnings: TppMessage[]
  /** There when there are no errors. */
  draft?: PaymentDraft
}

/** Everything that can be said of a request without the PSU's accounts, all findings at once. */
export async function readRequest(
  product: Product,
  service: PaymentService,
  /** Has passed the schema of the product in the service. */
  body: unknown,
  situation: RuleSituation,
): Promise<ReadRequest> {
  const findings = collectFindings()
  const draft = await readers[service](product, body, situation, findings)
  const { errors, warnings } = findings
  return { errors, warnings, ...(draft && { draft }) }
}

type Reader = (
  product: Product,
  body: unknown,
  situation: RuleSituation,
  findings: Findings,
) => Promise<PaymentDraft | undefined>

const readers: Record<PaymentService, Reader> = {
  payments: (product, body, ...rest) => readSingle(product, body as GivenPayment, ...rest),
  'bulk-payments': (product, body, ...rest) => readBulk(product, body as GivenBulk, ...rest),
  'periodic-payments': (product, body, ...rest) =>
    readPeriodic(product, body as GivenPeriodic, ...rest),
}

async function readSingle(
  product: Product,
  given: GivenPayment,
  situation: RuleSituation,
  findings: Findings,
): Promise<PaymentDraft | undefined> {
  const body = await readPayment(product, given, situation, findings)
  const on =
    product.execution === 'at-approval'
      ? atOnce(situation)
      : readExecutionDate(given.requestedExecutionDate, situation, findings)
  if (findings.errors.length > 0 || !on) return undefined
  return {
    body,
    amount: amountIn(body),
    parts: [],
    requestedOn: on.requested,
    executionOn: on.date,
    ...(body.endToEndIdentification !== undefined && { endToEndId: body.endToEndIdentification }),
    likeness: likenessOfPayment(body),
  }
}
