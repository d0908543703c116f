import fc from 'fast-check'
import { bbanFrom } from '../src/kernel/bban.ts'
import { currencies } from '../src/kernel/currency.ts'
import { formatIban, ibanOf } from '../src/kernel/iban.ts'
import { kidCheckCharacter } from '../src/kernel/kid.ts'
import { formatAmount } from '../src/kernel/money.ts'
import { bodyFor, type PaymentService, type Product } from '../src/pis/pis.ts'
import { fittingObject, type Instead, type ObjectSchema } from './from-schema.ts'

/** Bodies of payments that keep every rule: whatever of it is made, the bank has to take. */

export interface Payer {
  iban: string
  bban: string
  today: Temporal.PlainDate
}

type Members = Record<string, unknown>

export function soundBody(
  product: Product,
  service: PaymentService,
  payer: Payer,
): fc.Arbitrary<Members> {
  const instead = rulesKept(product, payer)
  const schema = bodyFor(product, 'payments', 1) as unknown as ObjectSchema
  const single = members(schema, instead, product).map(coherent)
  if (service === 'payments') return single
  if (service === 'bulk-payments') return soundBulk(single, instead)
  const undated = single.map(({ requestedExecutionDate: _, ...rest }) => rest)
  return fc.tuple(undated, soundRhythm(payer.today)).map(([body, days]) => ({ ...body, ...days }))
}

const members = (
  { properties, required }: ObjectSchema,
  instead: Instead,
  { accounts }: Product,
) => {
  // What SEPA and SWIFT payments need since the addresses are structured, and large ones besides.
  const abroad = ['creditorName', 'creditorAgent', 'creditorAddress']
  const reported = ['regulatoryReportingCode', 'regulatoryReportingInformation']
  const also = accounts.creditor === 'norwegian' ? [] : [...abroad, ...reported]
  const needed = [...(required ?? []), ...also.filter((name) => name in properties)]
  return fittingObject({ properties, required: needed }, instead)
}

/** References or a text; the array or the single one. */
function coherent(body: Members): Members {
  const {
    remittanceInformationUnstructured: text,
    remittanceInformationStructured: single,
    remittanceInformationStructuredArray: array,
    ...rest
  } = body
  if (array !== undefined) return { ...rest, remittanceInformationStructuredArray: array }
  if (single !== undefined) return { ...rest, remittanceInformationStructured: single }
  return text === undefined ? rest : { ...rest, remittanceInformationUnstructured: text }
}

function rulesKept(product: Product, { iban, bban, today }: Payer): Instead {
  const { accounts, currency } = product
  const own = fc.constantFrom(
    { iban, currency: 'NOK' },
    { iban: formatIban(iban), currency: 'NOK' },
    ...(accounts.debtor === 'sepa'
      ? []
      : [
          { bban, currency: 'NOK' },
          { iban, bban, currency: 'NOK' },
        ]),
  )
  const money = fc
    .tuple(
      currency ? fc.constant(currency) : fc.constantFrom(...currencies),
      fc.bigInt(1n, 10n ** 9n),
    )
    .map(([unit, minor]) => ({ amount: formatAmount({ minor, currency: unit }), currency: unit }))
  return {
    debtorAccount: own,
    instructedAmount: money,
    creditorAccount: creditors[accounts.creditor],
    creditorAgent: agents[accounts.creditor === 'norwegian' ? 'inNorway' : 'anywhere'],
    creditorAddress: address,
    remittanceInformationStructured: kid,
    remittanceInformationStructuredArray: kid.map((reference) => [reference]),
    requestedExecutionDate: dayFrom(today, 365),
  }
}

const agents = {
  inNorway: fc.constantFrom('DNBANOKK', 'SPTRNO22XXX'),
  anywhere: fc.constantFrom('COBADEFFXXX', 'CHASUS33', 'DNBANOKK', 'NDEAFIHH'),
}

const address = fc.constantFrom<object>(
  { townName: 'Köln', country: 'DE' },
  { city: 'Tromsø', country: 'NO' },
  {
    street: 'Rue Bleue',
    buildingNumber: '89',
    postalCode: '75000',
    townName: 'Paris',
    country: 'FR',
  },
)

const kid = fc
  .tuple(fc.stringMatching(/^\d{1,24}$/), fc.constantFrom('mod10' as const, 'mod11' as const))
  .map(([body, kind]) => ({
    reference: body + kidCheckCharacter(body, kind),
    referenceType: 'SCOR',
  }))

/** Of a bank that is not this one, so never the payer's own. */
const norwegian = fc
  .stringMatching(/^8601\d{6}$/)
  .map(bbanFrom)
  .filter((number) => number !== undefined)

const foreign = fc.constantFrom(
  'DE89370400440532013000',
  'GB82 WEST 1234 5698 7654 32',
  'FR1420041010050500013M02606',
  'nl91abna0417164300',
)
const withCurrency = (number: fc.Arbitrary<object>) =>
  number.map((each) => ({ ...each, currency: 'EUR' }))
const byIban = fc.oneof(norwegian.map(ibanOf), foreign).map((iban) => ({ iban }))

const creditors: Record<Product['accounts']['creditor'], fc.Arbitrary<object>> = {
  norwegian: withCurrency(
    fc.oneof(
      norwegian.map((bban) => ({ bban })),
      norwegian.map((bban) => ({ iban: formatIban(ibanOf(bban)) })),
      norwegian.map((bban) => ({ bban, iban: ibanOf(bban) })),
    ),
  ),
  sepa: withCurrency(byIban),
  anywhere: withCurrency(
    fc.oneof(
      byIban,
      fc.stringMatching(/^[A-Z0-9]{1,30}$/).map((bban) => ({ bban })),
    ),
  ),
}

const dayFrom = (today: Temporal.PlainDate, daysMax: number) =>
  fc.integer({ min: 0, max: daysMax }).map((days) => today.add({ days }).toString())

function soundBulk(single: fc.Arbitrary<Members>, instead: Instead): fc.Arbitrary<Members> {
  const part = single.map(({ debtorAccount: _, requestedExecutionDate: __, ...rest }) => rest)
  return fc.record(
    {
      paymentInformationId: fc.constant('Lønn november'),
      batchBookingPreferred: fc.boolean(),
      debtorAccount: instead.debtorAccount ?? fc.constant({}),
      requestedExecutionDate: instead.requestedExecutionDate ?? fc.constant(''),
      payments: fc.array(part, { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['debtorAccount', 'payments'] },
  )
}

/** Days that go together, for every frequency. */
function soundRhythm(today: Temporal.PlainDate): fc.Arbitrary<Members> {
  const common = {
    startDate: dayFrom(today, 365),
    // Past the last possible start by more than a year: every series has an execution in between.
    endDate: dayFrom(today.add({ days: 365 + 400 }), 3650),
    executionRule: fc.constantFrom('following', 'preceding', 'preceeding'),
  }
  const number = (max: number) => fc.integer({ min: 1, max }).map(String)
  const required: ('startDate' | 'frequency')[] = ['startDate', 'frequency']
  return fc.oneof(
    fc.record(
      { ...common, frequency: fc.constantFrom('Daily', 'Weekly', 'EveryTwoWeeks') },
      { requiredKeys: required },
    ),
    fc.record(
      {
        ...common,
        frequency: fc.constantFrom(
          'Monthly',
          'EveryTwoMonths',
          'Quarterly',
          'SemiAnnual',
          'Annual',
        ),
        dayOfExecution: number(31),
      },
      { requiredKeys: required },
    ),
    fc.record(
      {
        ...common,
        frequency: fc.constant('MonthlyVariable'),
        dayOfExecution: number(31),
        monthsOfExecution: fc.uniqueArray(number(12), { minLength: 1, maxLength: 11 }),
      },
      { requiredKeys: [...required, 'monthsOfExecution'] },
    ),
  )
}
