import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeBasket, describeCancellation, describePayment } from './describe.ts'
import { ratesFor } from './exchange-rates.ts'
import { read, said } from './read-description.fixture.ts'
import {
  account,
  bulk,
  day,
  euro,
  money,
  payment,
  shown,
  toKari,
  toMilano,
} from './shown-payment.fixture.ts'

const kid = { remittanceInformationStructuredArray: [{ reference: '2345676' }] }

describe('a payment', () => {
  test('shows payee, account with what is left, fee, day and KID', () => {
    const told = describePayment(shown(payment({ ...toKari, ...kid })), [])
    assert.equal(said(told.title, 'nb'), 'Godkjenn betaling')
    assert.deepEqual(told.amounts, [money('1234.50')])
    assert.deepEqual(told.remarks, [])
    assert.deepEqual(read(told), {
      Til: 'Kari Nordmann | 9992 22 00022',
      'Fra konto': 'Brukskonto | 9991 11 00011',
      'Disponibelt etterpå': '18 765,50 kr',
      Gebyr: 'Ingen',
      Belastes: '16. november 2026',
      KID: '2345676',
    })
  })

  test('shows its message, and who stands behind either side', () => {
    const more = { ultimateDebtor: 'Borettslaget', ultimateCreditor: 'Kemneren' }
    const message = { remittanceInformationUnstructured: 'Takk for sist' }
    const told = read(describePayment(shown(payment({ ...toKari, ...more, ...message })), []), 'nn')
    assert.equal(told.Melding, 'Takk for sist')
    assert.equal(told['På vegner av'], 'Borettslaget')
    assert.equal(told['Endeleg mottakar'], 'Kemneren')
  })

  test('without a fee, for want of a rate, says in every language that it cannot be approved', () => {
    const unpriced = payment(toMilano, { fee: null })
    for (const told of [
      describePayment(shown(unpriced), []),
      describeBasket([shown(payment(toKari)), shown(unpriced)], []),
    ]) {
      assert.equal(told.tooLate?.failure.code, 'PAYMENT_FAILED')
      for (const [language, words] of [
        ['nb', /ingen kurs .* kan ikke godkjennes/],
        ['nn', /ingen kurs .* kan ikkje godkjennast/],
        ['en', /no rate .* cannot be approved/],
      ] as const) {
        assert.match(said(told.tooLate?.why ?? '', language), words)
      }
    }
  })

  test('says why the bank has moved the day', () => {
    const moved = payment(toKari, { requestedOn: day('2026-11-15') })
    assert.equal(
      read(describePayment(shown(moved), []), 'en')['Charged on'],
      '16 November 2026 | Moved by the bank: 15 November 2026 is not a banking day, so the payment goes on the next one.',
    )
  })

  test('says that the day is over when it was approved too late', () => {
    const late = payment(toKari, { requestedOn: day('2026-11-12') })
    assert.match(
      read(describePayment(shown(late), [])).Belastes ?? '',
      /^16\. november 2026 \| Flyttet av banken: 12\. november 2026 er over/,
    )
  })

  test('in another currency tells about how much it is, and that the rate of the day applies', () => {
    const abroad = payment(toMilano, { fee: money('65.00') })
    const told = describePayment(shown(abroad), [euro])
    assert.equal(
      said(told.underAmount ?? '', 'nb'),
      'Omtrent 1 463,71 kr etter dagens kurs. Kursen den dagen betalingen utføres, gjelder.',
    )
    assert.deepEqual(read(told), {
      Til: 'Torrefazione Milano S.r.l. | IT60 X054 2811 1010 0000 0123 456 | UNCRITMM',
      'Fra konto': 'Brukskonto | 9991 11 00011',
      'Disponibelt etterpå': 'omtrent 18 471,29 kr',
      Gebyr: '65,00 kr',
      Belastes: '16. november 2026',
    })
  })

  test('without a rate today says nothing of what it cannot know', () => {
    const told = describePayment(shown(payment(toMilano)), [])
    assert.equal(told.underAmount, undefined)
    assert.equal(read(told)['Disponibelt etterpå'], undefined)
  })

  test('shows what is reported to the authorities, and that it is urgent', () => {
    const reported = {
      ...{ regulatoryReportingCode: '14', regulatoryReportingInformation: 'Green coffee' },
      serviceLevelCode: 'URGP' as const,
    }
    const told = read(describePayment(shown(payment({ ...toMilano, ...reported })), [euro]), 'en')
    assert.equal(told['To the Currency Register'], 'Green coffee | Code 14')
    assert.equal(told.Transfer, 'Express')
  })

  test('of a company says for whom', () => {
    const own = account('20000', { ownerName: 'Havbrisen AS' })
    const told = describePayment(shown(payment(toKari, { context: 'CORPORATE' }), own), [])
    assert.equal(read(told).For, 'Havbrisen AS')
  })

  test('says nothing of what is on an account that the person may approve from and not see', () => {
    const rights = { visible: false, paymentsAllowed: true, mayApprove: true, mayCancel: true }
    for (const available of ['20000.00', '0.00']) {
      const told = describePayment(shown(payment(toKari), account(available, { rights })), [])
      assert.equal(read(told)['Fra konto'], 'Brukskonto | 9991 11 00011')
      assert.equal(read(told)['Disponibelt etterpå'], undefined)
      assert.deepEqual(told.remarks, [])
    }
  })

  test('that the account cannot cover says so before the button, and what to do', () => {
    const poor = account('1234.49')
    const told = describePayment(shown(payment(toKari), poor), [])
    assert.deepEqual(
      told.remarks.map((remark) => said(remark, 'en')),
      [
        'There is not enough money in Brukskonto now. See to it that there is on 16 November 2026, or it will not be paid.',
      ],
    )
    const enough = describePayment(shown(payment(toKari), account('1234.50')), [])
    assert.deepEqual(enough.remarks, [])
  })

  test('at once has no day, and fails at once when money is short', () => {
    const instant = payment(toKari, { product: 'instant-norwegian-credit-transfers-straks' })
    const told = describePayment(shown(instant, account('1')), [])
    assert.match(read(told).Belastes ?? '', /^Straks \| Pengene er framme/)
    assert.match(said(told.remarks[0] ?? '', 'nb'), /vil ikke gå gjennom/)
  })

  test('to somebody without a name shows the account in its place', () => {
    const { creditorName: _, ...nameless } = toKari
    assert.equal(read(describePayment(shown(payment(nameless)), [])).Til, '9992 22 00022')
  })
})

describe('payments together', () => {
  const ola = { ...toKari, creditorName: 'Ola Nordmann', ...kid }

  test('in bulk show every payee and the total', () => {
    const told = describePayment(shown(bulk([toKari, ola])), [])
    assert.equal(said(told.title, 'en'), 'Approve 2 payments')
    assert.deepEqual(told.amounts, [money('2469.00')])
    assert.equal(read(told)['Disponibelt etterpå'], '17 531,00 kr')
    assert.deepEqual(
      told.payees?.map(({ name, account: to, notes }) => [
        name,
        to,
        ...notes.map((note) => said(note, 'nb')),
      ]),
      [
        ['Kari Nordmann', '9992 22 00022'],
        ['Ola Nordmann', '9992 22 00022', 'KID: 2345676'],
      ],
    )
  })

  test('in a basket show a total for each currency, and what each account pays', () => {
    const savings = account('100', { id: 'account-2', name: 'Sparekonto', bban: '99933300033' })
    const told = describeBasket(
      [
        shown(payment(toKari)),
        shown(payment(toMilano, { fee: money('65') })),
        shown(payment(ola, { requestedOn: day('2026-11-14') }), savings),
      ],
      [euro],
    )
    assert.deepEqual(told.amounts, [money('2469.00'), money('125.50', 'EUR')])
    const froms = told.lines.filter(({ label }) => said(label, 'nb') === 'Fra konto')
    assert.deepEqual(
      froms.map(({ notes = [] }) => notes.map((note) => said(note, 'nb'))),
      [
        [
          '9991 11 00011',
          'Belastes omtrent 2 763,21 kr',
          'Disponibelt etterpå omtrent 17 236,79 kr',
        ],
        ['9993 33 00033', 'Belastes 1 234,50 kr', 'Disponibelt etterpå -1 134,50 kr'],
      ],
    )
    assert.equal(read(told).Gebyr, '65,00 kr')
    assert.equal(read(told).Belastes, 'Hver på sin dag')
    assert.match(said(told.remarks[0] ?? '', 'nb'), /ikke nok penger på Sparekonto/)
    const [, , last] = told.payees ?? []
    assert.deepEqual(
      last?.notes.map((note) => said(note, 'nb')),
      [
        'KID: 2345676',
        '16. november 2026',
        'Flyttet av banken: 14. november 2026 er ikke en bankdag, så betalingen går på den neste.',
      ],
    )
  })

  test('in a basket of one are that payment', () => {
    const one = shown(payment(toKari))
    assert.deepEqual(describeBasket([one], []), describePayment(one, []))
  })

  test('ask the bank for each rate once, and for none between the same', async () => {
    const asked: string[] = []
    const bank = {
      rate: async (from: string, to: string) => {
        asked.push(`${from} ${to}`)
        return { ok: true, value: euro } as const
      },
    }
    const all = [payment(toKari), payment(toMilano), payment(toMilano)].map((each) => shown(each))
    assert.deepEqual(await ratesFor(bank, all, day('2026-11-13')), [euro])
    assert.deepEqual(asked, ['EUR NOK'])
  })
})

describe('a cancellation', () => {
  test('shows what is stopped, and has no fee', () => {
    const told = describeCancellation(shown(payment({ ...toKari, ...kid })))
    assert.equal(told.does, 'cancel')
    assert.equal(said(told.title, 'nn'), 'Stanse betalinga?')
    assert.deepEqual(read(told), {
      Til: 'Kari Nordmann | 9992 22 00022',
      'Fra konto': 'Brukskonto | 9991 11 00011',
      Belastes: '16. november 2026',
      KID: '2345676',
    })
  })

  test('of a series says when it would have come next, and that the past stays', () => {
    const series = { ...toKari, startDate: '2026-11-16', frequency: 'Weekly' }
    const row = { service: 'periodic-payments', nextOn: day('2026-11-23') } as const
    const told = describeCancellation(shown(payment(series, row)))
    assert.equal(read(told, 'en')['Next payment'], '23 November 2026')
    assert.match(said(told.remarks[0] ?? '', 'en'), /no more payments are made/)
  })

  test('of a bulk payment shows every payee', () => {
    const told = describeCancellation(shown(bulk([toKari, toKari, toKari])))
    assert.equal(said(told.title, 'en'), 'Stop 3 payments?')
    assert.equal(told.payees?.length, 3)
  })
})
