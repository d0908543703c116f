import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { manualClock } from '../../src/kernel/clock.ts'
import type { Currency } from '../../src/kernel/currency.ts'
import { formatAmount } from '../../src/kernel/money.ts'
import { bodyFor, products } from '../../src/pis/pis.ts'
import { feeBody } from '../../src/wire/payment-fees.ts'
import { isTppMessageCode, type TppMessage } from '../../src/wire/tpp-message.ts'
import { fittingObject, type ObjectSchema } from '../from-schema.ts'
import { ingrid, moveClock, walk } from '../headless-psu.ts'
import { mutate, mutations } from '../mutations.ts'
import { type Created, iban, logIn, send } from '../paying.ts'
import { soundBody } from '../payment-bodies.ts'
import { startSandbox } from '../sandbox.ts'

/**
 * Every body of a payment, made from its schema: what keeps the rules is taken; whatever else is
 * taken or refused, and a refusal says where it is wrong. On a failure fast-check prints the seed and
 * the path that bring the case back.
 */

const sandbox = await startSandbox({ clock: manualClock('2026-11-02T09:00:30Z') })
const tpp = await sandbox.tpp()
const headers = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
const payer = {
  iban: iban.ingrid,
  bban: iban.ingrid.slice(4),
  today: Temporal.PlainDate.from('2026-11-02'),
}

/** A sound body of which some members merely fit the schema, so that every rule is reached. */
const partly = (sound: fc.Arbitrary<object>, fits: fc.Arbitrary<object>) =>
  fc.tuple(sound, fits, fc.infiniteStream(fc.boolean())).map(([body, other, taken]) => {
    const some = Object.entries(other).filter(() => taken.next().value)
    return { ...body, ...Object.fromEntries(some) }
  })

const kinds = products.flatMap((product) =>
  product.services.map((service) => ({
    path: `/v1/${service}/${product.name}?allowLogicalDuplicate=true`,
    sound: soundBody(product, service, payer),
    fits: partly(
      soundBody(product, service, payer),
      fittingObject(bodyFor(product, service, 10) as unknown as ObjectSchema),
    ),
  })),
)

const bounded = { numRuns: 60, interruptAfterTimeLimit: 2500 }

/** Several at once, as the server would have them. */
const crowd = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 4, maxLength: 8 })

interface Answered {
  code?: string
  tppMessages?: TppMessage[]
}

const post = (path: string, body: unknown) => send<Answered>(tpp, 'POST', path, { headers, body })

/** Taken, or refused with a place for each thing that is wrong. */
async function judge(path: string, body: unknown, taken = 201): Promise<void> {
  const { status, body: answer } = await post(path, body)
  if (status === taken) return
  const seen = `${status} ${JSON.stringify(answer)} for ${JSON.stringify(body).slice(0, 2000)}`
  assert.ok(status === 400 || status === 403, seen)
  assert.ok(answer.tppMessages && answer.tppMessages.length > 0, seen)
  for (const { code, path: place = '', text = '' } of answer.tppMessages) {
    assert.ok(isTppMessageCode(code), seen)
    assert.match(place, status === 403 ? /^body\/debtorAccount$/ : /^body/, seen)
    assert.ok(text.length > 0 && text.length <= 512, seen)
  }
}

afterEach(() => {
  const faults = sandbox.log.filter((line) => line.includes('"level":"error"'))
  assert.deepEqual(faults, [])
})

const anyKind = fc.constantFrom(...kinds)

test('a body that keeps the rules is always taken', async () => {
  const asked = anyKind.chain(({ path, sound }) => fc.tuple(fc.constant(path), sound))
  await fc.assert(
    fc.asyncProperty(crowd(asked), async (all) => {
      await Promise.all(
        all.map(async ([path, body]) => {
          const { status, body: answer } = await post(path, body)
          assert.equal(status, 201, JSON.stringify([answer, path, body]))
        }),
      )
    }),
    bounded,
  )
})

test('a body that fits the schema is taken or refused by a rule that says where', async () => {
  const asked = anyKind.chain(({ path, fits }) => fc.tuple(fc.constant(path), fits))
  await fc.assert(
    fc.asyncProperty(crowd(asked), async (all) => {
      await Promise.all(all.map(([path, body]) => judge(path, body)))
    }),
    bounded,
  )
})

test('a sound body with places changed is taken or refused with a place', async () => {
  const asked = anyKind.chain(({ path, sound }) => fc.tuple(fc.constant(path), sound, mutations))
  await fc.assert(
    fc.asyncProperty(crowd(asked), async (all) => {
      await Promise.all(all.map(([path, body, changes]) => judge(path, mutate(body, changes))))
    }),
    bounded,
  )
})

test('a question about fees is answered or refused with a place', async () => {
  const fits = fittingObject(feeBody as unknown as ObjectSchema)
  const asked = fc.constantFrom(...products).chain(({ name, currency = 'USD' }) => {
    const sound = fc.constant({ amount: { amount: '250.00', currency } })
    const path = fc.constant(`/v1/payments/${name}/fee-information`)
    return fc.tuple(path, partly(sound, fits), fc.option(mutations, { nil: [] }))
  })
  await fc.assert(
    fc.asyncProperty(crowd(asked), async (all) => {
      await Promise.all(all.map(([path, body, changes]) => judge(path, mutate(body, changes), 200)))
    }),
    bounded,
  )
})

/** The same for as much money as can be written, as soon as the bank works. */
function enormous(body: object): object {
  if (!('instructedAmount' in body)) return body
  const { currency } = body.instructedAmount as { currency: Currency }
  const amount = formatAmount({ minor: 10n ** 18n - 1n, currency })
  return { ...body, instructedAmount: { amount, currency }, requestedExecutionDate: undefined }
}

/** Those that nobody has approved yet, or that no batch has taken though their day has come. */
const leftBehind = (walkedFor: ReadonlySet<string>, lastDay: string) =>
  sandbox.sql(
    `select id, service, product, status, execution_on::text, next_on::text from payment
     where id = any($1) and status = 'RCVD'
       or status in ('ACTC', 'ACWC', 'PDNG')
         and case service when 'periodic-payments' then next_on else execution_on end <= $2`,
    [[...walkedFor], lastDay],
  )

// Last, since the clock only goes forward.
test('whatever is taken is approved and carried out, or fails by itself', async () => {
  const walkedFor = new Set<string>()
  const asked = anyKind.chain(({ path, sound }) =>
    fc.tuple(fc.constant(path), fc.oneof(sound, sound.map(enormous))),
  )
  const payAndApprove = async ([path, body]: [string, object]) => {
    const { status, body: made } = await send<Created>(tpp, 'POST', path, { headers, body })
    if (status !== 201 || !made._links.scaRedirect) return
    const { status: approved } = await walk(tpp, made._links.scaRedirect.href, {})
    assert.equal(approved, 200, JSON.stringify([path, body]))
    walkedFor.add(made.paymentId)
  }
  let underWay: Promise<unknown> = Promise.resolve()
  await fc.assert(
    fc.asyncProperty(crowd(asked), async (all) => {
      underWay = Promise.all(all.map(payAndApprove))
      await underWay
    }),
    bounded,
  )
  // When the time is over, the last ones are not waited for.
  await underWay
  // Into a Sunday, after the last batch of Friday the 20th.
  await moveClock(tpp, 'P20D')
  assert.deepEqual(await leftBehind(walkedFor, '2026-11-20'), [])
  const [taken] = await sandbox.sql<{ count: number }>(
    `select count(*)::int as count from payment where history @> '[{"event": "taken-by-batch"}]'`,
  )
  assert.ok(taken && taken.count > 0, 'no payment was due')
})
