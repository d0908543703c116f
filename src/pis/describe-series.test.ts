import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '../web/web.ts'
import { describePayment } from './describe.ts'
import type { PaymentBody } from './payment.ts'
import { read, said } from './read-description.fixture.ts'
import { day, payment, shown, toKari } from './shown-payment.fixture.ts'

describe('a series', () => {
  const told = (series: object, executionOn: Temporal.PlainDate | null = day('2026-12-15')) => {
    const body = { ...toKari, startDate: '2026-11-16', ...series } as PaymentBody
    const made = payment(body, { service: 'periodic-payments', executionOn })
    return describePayment(shown(made), [])
  }

  test('shows how often, from when, until when, and when first', () => {
    const monthly = told({ frequency: 'Monthly', dayOfExecution: '15', endDate: '2027-06-30' })
    assert.equal(said(monthly.title, 'nb'), 'Godkjenn fast betaling')
    assert.deepEqual(read(monthly), {
      Til: 'Kari Nordmann | 9992 22 00022',
      'Fra konto': 'Brukskonto | 9991 11 00011',
      Gebyr: 'Ingen',
      'Hvor ofte': 'Hver måned den 15. | Er det ikke en bankdag, går den på den neste.',
      'Fra og med': '16. november 2026',
      'Til og med': '30. juni 2027',
      'Første gang': '15. desember 2026',
    })
  })

  test('says in every language that its last day is over, and then no first one', () => {
    const over = told({ frequency: 'Weekly', endDate: '2026-11-16' }, null)
    assert.equal(read(over)['Første gang'], undefined)
    assert.deepEqual(over.remarks, [])
    assert.equal(over.tooLate?.failure.code, 'EXECUTION_DATE_INVALID')
    for (const [language, words] of [
      ['nb', /siste dagen .* er over/],
      ['nn', /ikkje godkjennast lenger/],
      ['en', /last day .* is over/],
    ] as const) {
      assert.match(said(over.tooLate?.why ?? '', language), words)
    }
  })

  test('without an end lasts until it is stopped', () => {
    assert.equal(read(told({ frequency: 'Weekly' })).Varer, 'Til du stanser den')
  })

  const often: [series: object, nb: string, nn: string, en: string][] = [
    [{ frequency: 'Daily' }, 'Hver bankdag', 'Kvar bankdag', 'Every banking day'],
    [{ frequency: 'Weekly' }, 'Hver mandag', 'Kvar måndag', 'Every Monday'],
    [
      { frequency: 'EveryTwoWeeks' },
      ...(['Annenhver mandag', 'Annankvar måndag', 'Every second Monday'] as const),
    ],
    [
      { frequency: 'EveryTwoMonths', dayOfExecution: '1' },
      ...(['Annenhver måned den 1.', 'Annankvar månad den 1.'] as const),
      'Every second month on the 1st',
    ],
    [
      { frequency: 'Quarterly', dayOfExecution: '2' },
      ...(['Hver tredje måned den 2.', 'Kvar tredje månad den 2.'] as const),
      'Every third month on the 2nd',
    ],
    [
      { frequency: 'SemiAnnual', dayOfExecution: '3' },
      ...(['Hver sjette måned den 3.', 'Kvar sjette månad den 3.'] as const),
      'Every sixth month on the 3rd',
    ],
    [
      { frequency: 'Annual', dayOfExecution: '15' },
      ...(['Hvert år den 15. desember', 'Kvart år den 15. desember'] as const),
      'Every year on the 15th of December',
    ],
    [
      { frequency: 'MonthlyVariable', monthsOfExecution: ['3', '6', '9'], dayOfExecution: '20' },
      ...(['Den 20. i mars, juni og september', 'Den 20. i mars, juni og september'] as const),
      'On the 20th of March, June and September',
    ],
  ]
  for (const [series, nb, nn, en] of often) {
    test(`comes back: ${en}`, () => {
      const first = (language: Language, label: string) =>
        read(told(series), language)[label]?.split(' | ')[0]
      assert.equal(first('nb', 'Hvor ofte'), nb)
      assert.equal(first('nn', 'Kor ofte'), nn)
      assert.equal(first('en', 'How often'), en)
    })
  }

  test('says what a short month and a holiday do to it', () => {
    const last = told({ frequency: 'Monthly', dayOfExecution: '31', executionRule: 'preceding' })
    assert.equal(
      read(last, 'en')['How often'],
      'Every month on the 31st | In a shorter month it goes on the last day. | If that is not a banking day, it goes on the one before.',
    )
  })
})
