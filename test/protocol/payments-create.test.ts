import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { exampleFor, products } from '../../src/pis/pis.ts'
import { ingrid, linkIn, moveClock, walked } from '../headless-psu.ts'
import {
  approve,
  bulk,
  type Created,
  create,
  domestic,
  iban,
  instant,
  logIn,
  nok,
  read,
  refusal,
  send,
  sepa,
  single,
  statusOf,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** What a TPP may ask for, and what it is told. A Monday morning in Oslo. */

const clock = manualClock('2026-11-02T08:30:00Z')
const sandbox = await startSandbox({ clock })
const tpp = await sandbox.tpp()
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
const post = (body: unknown, path = domestic, headers = psu) =>
  send<Created>(tpp, 'POST', path, { headers, body })

test('a payment is answered with its id, its status, its fee and where to go from here', async () => {
  const made = await create(tpp, psu, transfer())
  const self = `${sandbox.publicUrl}${domestic}/${made.paymentId}`
  const { scaRedirect, scaStatus } = made._links
  assert.deepEqual(made, {
    paymentId: made.paymentId,
    transactionStatus: 'RCVD',
    transactionFeeIndicator: false,
    _links: {
      scaRedirect: { href: scaRedirect?.href, verbs: ['GET'] },
      scaStatus: { href: scaStatus?.href, verbs: ['GET'] },
      self: { href: self, verbs: ['GET', 'DELETE'] },
      status: { href: `${self}/status`, verbs: ['GET'] },
    },
  })
  assert.match(scaRedirect?.href ?? '', /\/sca\/[\w-]{43}$/)
  assert.match(scaStatus?.href ?? '', new RegExp(`^${self}/authorisations/[0-9a-f-]{36}$`))
})

describe('every product', () => {
  for (const product of products) {
    for (const service of product.services) {
      for (const name of [product.name, ...product.aliases]) {
        test(`${service}/${name} takes its own example`, async () => {
          const answer = await post(
            exampleFor(product, service),
            `/v1/${service}/${name}?allowLogicalDuplicate=true`,
          )
          assert.equal(answer.status, 201, JSON.stringify(answer.body))
          const self = answer.body._links.self?.href ?? ''
          assert.ok(self.includes(`/${service}/${product.name}/`))
        })
      }
    }
  }

  test('that there is not is 404, and one of another service says where it is', async () => {
    const refused = refusal(404, 'PRODUCT_UNKNOWN')
    assertRefused(await post(transfer(), '/v1/payments/barter'), refused)
    const says = /product of payments, not of bulk-payments/
    const answer = await post(transfer(), '/v1/bulk-payments/sepa-credit-transfers')
    assertRefused(answer, { ...refused, says })
    const id = '5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11'
    assertRefused(await send(tpp, 'GET', `/v1/payments/barter/${id}`), refused)
  })

  test('has the fee that the account is charged', async () => {
    const made = await create(tpp, psu, sepaTransfer, sepa)
    assert.equal(made.transactionFeeIndicator, true)
    // Ten kroner, and fifteen for the exchange.
    assert.deepEqual(made.transactionFees, { amount: '25.00', currency: 'NOK' })
  })
})

const sepaTransfer = {
  instructedAmount: { amount: '12.50', currency: 'EUR' },
  debtorAccount: nok(iban.ingrid),
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
  creditorName: 'Buchhandlung am Markt',
  creditorAgent: 'COBADEFFXXX',
  creditorAddress: { townName: 'Köln', country: 'DE' },
}

describe('the account to pay from', () => {
  const refused = refusal(403, 'FORBIDDEN', 'body/debtorAccount')
  const from = (number: string, currency = 'NOK') =>
    post(transfer({ debtorAccount: { iban: number, currency } }))

  test('is the PSU’s own: one that is not and one that is nowhere get the same words', async () => {
    const foreign = assertRefused(await from(iban.roastery), refused)
    const unknown = assertRefused(await from(iban.elsewhere), refused)
    assert.equal(foreign.message, unknown.message)
  })

  test('is in the currency that the TPP says', async () => {
    assertRefused(await from(iban.ingrid, 'EUR'), refused)
  })

  test('must allow payments, which the bank may take back', async () => {
    const { body } = await tpp.client.call<{ iban: string }>('POST', '/v1/sandbox/accounts', {
      body: { customerNumber: ingrid, paymentsAllowed: false },
    })
    assertRefused(await from(body.iban), refused)
  })
})

describe('one that looks the same', () => {
  const refused = refusal(409, 'CONFLICT')

  test('is refused within 24 hours, unless it is said to be another one', async () => {
    const body = transfer()
    await create(tpp, psu, body)
    assertRefused(await post(body), { ...refused, says: /allowLogicalDuplicate/ })
    assert.equal((await post(body, `${domestic}?allowLogicalDuplicate=true`)).status, 201)
    assertRefused(await post(body, `${domestic}?allowLogicalDuplicate=false`), refused)
  })

  test('is one for the same day, asked for or meant, and none for another', async () => {
    const body = transfer()
    await create(tpp, psu, body)
    assertRefused(await post({ ...body, requestedExecutionDate: '2026-11-02' }), refused)
    const later = { ...body, requestedExecutionDate: '2026-11-09' }
    assert.equal((await post(later)).status, 201)
    assertRefused(await post(later), refused)
  })

  test('is one for 24 hours where no day is named, though they would be paid on two', async () => {
    const own = await sandbox.tpp()
    const body = transfer()
    const pay = async () =>
      send(own, 'POST', domestic, {
        headers: await logIn(own, { customerNumber: ingrid, context: 'PRIVATE' }),
        body,
      })
    assert.equal((await pay()).status, 201)
    await moveClock(own, 'PT23H')
    assertRefused(await pay(), refused)
    await moveClock(own, 'PT1H')
    assert.equal((await pay()).status, 201)
  })

  test('is none when the first was taken back or declined', async () => {
    const body = transfer()
    const first = await create(tpp, psu, body)
    assert.equal((await send(tpp, 'DELETE', `${domestic}/${first.paymentId}`)).status, 204)
    const second = await create(tpp, psu, body)
    await approve(tpp, second, { outcome: 'decline' })
    await create(tpp, psu, body)
  })

  test('passes once when many arrive together', async () => {
    const body = transfer()
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(body)))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409])
  })

  test('is another TPP’s own matter', async () => {
    const other = await sandbox.tpp()
    const otherPsu = await logIn(other, { customerNumber: ingrid, context: 'PRIVATE' })
    const body = transfer()
    await create(tpp, psu, body)
    await create(other, otherPsu, body)
  })
})

test('the same request sent again gets the same answer and makes nothing new', async () => {
  const body = transfer()
  const headers = { ...psu, 'X-Request-ID': 'payment-once' }
  const one = await create(tpp, headers, body)
  assert.deepEqual(await create(tpp, headers, body), one)
  const [row] = await sandbox.sql<{ count: string }>(
    `select count(*)::text from payment where body->>'remittanceInformationUnstructured' = $1`,
    [body.remittanceInformationUnstructured],
  )
  assert.equal(row?.count, '1')
})

test('what is read back is put right', async () => {
  const made = await create(
    tpp,
    psu,
    transfer({
      instructedAmount: { amount: '7', currency: 'NOK' },
      creditorAccount: { iban: 'NO42 9991 1110 128', currency: 'NOK' },
      endToEndIdentification: 'E2E-1',
      remittanceInformationUnstructured: 'put right',
    }),
    instant,
  )
  assert.deepEqual(await read(tpp, made._links.self?.href), {
    endToEndIdentification: 'E2E-1',
    debtorAccount: nok(iban.ingrid),
    instructedAmount: { amount: '7.00', currency: 'NOK' },
    creditorAccount: nok(iban.jonas),
    creditorName: 'Jonas Myrvold Tangen',
    remittanceInformationUnstructured: 'put right',
    transactionStatus: 'RCVD',
    transactionFeeIndicator: false,
  })
})

describe('between own accounts', () => {
  const own = (changes = {}) => transfer({ creditorAccount: nok(iban.ingridSavings), ...changes })

  test('no approval is needed within the session', async () => {
    const made = await create(tpp, psu, own())
    assert.equal(made.transactionStatus, 'ACTC')
    assert.deepEqual(Object.keys(made._links), ['self', 'status'])
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })

  test('the day is told when it is another than was asked for', async () => {
    const told = async (requestedExecutionDate: string) => {
      const made = await create(tpp, psu, own({ requestedExecutionDate }))
      assert.equal(made.transactionStatus, 'ACTC')
      return (made as { psuMessage?: string }).psuMessage
    }
    assert.match((await told('2026-11-07')) ?? '', /on 2026-11-09/)
    assert.equal(await told('2026-11-06'), undefined)
  })

  test('an instant one is settled when it is made', async () => {
    const made = await create(tpp, psu, own(), instant)
    assert.equal(made.transactionStatus, 'ACSC')
    const much = own({ instructedAmount: { amount: '9000000', currency: 'NOK' } })
    const short = await create(tpp, psu, much, instant)
    assert.equal(short.transactionStatus, 'ACCP')
    assert.equal((short as { fundsAvailable?: boolean }).fundsAvailable, false)
  })

  test('an account abroad that has the same number is not one’s own', async () => {
    const abroad = transfer({
      instructedAmount: { amount: '10.00', currency: 'EUR' },
      creditorAccount: { bban: iban.ingridSavings.slice(4), currency: 'EUR' },
      creditorAgent: 'COBADEFFXXX',
      creditorAddress: { townName: 'Köln', country: 'DE' },
    })
    const made = await create(tpp, psu, abroad, '/v1/payments/cross-border-credit-transfers')
    assert.equal(made.transactionStatus, 'RCVD')
  })

  test('a bulk payment is approved all the same', async () => {
    const { debtorAccount, ...payment } = own()
    const made = await create(tpp, psu, { debtorAccount, payments: [payment] }, bulk)
    assert.equal(made.transactionStatus, 'RCVD')
  })

  test('without a session it is approved like any other', async () => {
    const headers = single({ 'PSU-ID': psu['PSU-ID'] ?? '' })
    assert.equal((await create(tpp, headers, own())).transactionStatus, 'RCVD')
  })
})

describe('settings', () => {
  test('own transfers may need approval, and domestic payments may be read at once', async () => {
    const strict = await startSandbox({
      clock,
      env: { NORDGATE_OWN_TRANSFERS_EXEMPT: 'off', NORDGATE_DOMESTIC_READABLE_AT_ONCE: 'on' },
    })
    const other = await strict.tpp()
    const headers = await logIn(other, { customerNumber: ingrid, context: 'PRIVATE' })
    const body = transfer({ creditorAccount: nok(iban.ingridSavings) })
    const made = await create(other, headers, body)
    assert.equal(made.transactionStatus, 'RCVD')
    assert.equal(await statusOf(other, made), 'RCVD')
    assert.equal((await read(other, made._links.self?.href)).transactionStatus, 'RCVD')
  })

  test('by themselves domestic payments are unknown until they are approved', async () => {
    const made = await create(tpp, psu, transfer())
    for (const below of ['', '/status']) {
      const answer = await send(tpp, 'GET', `${domestic}/${made.paymentId}${below}`)
      assertRefused(answer, refusal(404, 'RESOURCE_UNKNOWN'))
    }
    await approve(tpp, made)
    assert.equal(await statusOf(tpp, made), 'ACTC')
  })
})

// Last, since the clock only goes forward.
describe('without a session', () => {
  test('the PSU is sent to log in, and the payment is made after that', async () => {
    const body = transfer()
    await create(tpp, psu, body)
    await moveClock(tpp, 'P1D')
    const href = linkIn(await post(body))
    await walked(tpp, href, {})
    // A day later it is not a duplicate any more.
    await create(tpp, psu, body)
  })
})
