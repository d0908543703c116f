import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { easterSunday, isBankingDay, isHoliday, rollBack, rollForward } from './business-days.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const days = fc
  .integer({ min: 0, max: 50_000 })
  .map((count) => day('1950-01-01').add({ days: count }))

/** As date-holidays 3.37.0 lists them, from 2020 to 2040. */
const easterSundays = `
  2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05
  2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17
  2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10 2040-04-01
`
  .trim()
  .split(/\s+/)

/** All public holidays of these years by the same source. Whit Monday 2027 is on 17 May. */
const holidays = `
  2024-01-01 2024-03-28 2024-03-29 2024-03-31 2024-04-01 2024-05-01 2024-05-09 2024-05-17
  2024-05-19 2024-05-20 2024-12-25 2024-12-26
  2025-01-01 2025-04-17 2025-04-18 2025-04-20 2025-04-21 2025-05-01 2025-05-17 2025-05-29
  2025-06-08 2025-06-09 2025-12-25 2025-12-26
  2026-01-01 2026-04-02 2026-04-03 2026-04-05 2026-04-06 2026-05-01 2026-05-14 2026-05-17
  2026-05-24 2026-05-25 2026-12-25 2026-12-26
  2027-01-01 2027-03-25 2027-03-26 2027-03-28 2027-03-29 2027-05-01 2027-05-06 2027-05-16
  2027-05-17 2027-12-25 2027-12-26
  2028-01-01 2028-04-13 2028-04-14 2028-04-16 2028-04-17 2028-05-01 2028-05-17 2028-05-25
  2028-06-04 2028-06-05 2028-12-25 2028-12-26
`
  .trim()
  .split(/\s+/)

test('Easter is when another source says, 2020 to 2040 and at its extremes', () => {
  for (const sunday of easterSundays) {
    assert.equal(easterSunday(Number(sunday.slice(0, 4))).toString(), sunday)
  }
  for (const sunday of ['1818-03-22', '1943-04-25', '1954-04-18', '1981-04-19', '2285-03-22']) {
    assert.equal(easterSunday(Number(sunday.slice(0, 4))).toString(), sunday)
  }
})

test('Easter agrees with the formula of 1876 in Nature for 2600 years', () => {
  for (let year = 1583; year <= 4199; year += 1) {
    assert.equal(easterSunday(year).toString(), easterByNature(year))
  }
})

test('Easter is a Sunday from 22 March to 25 April', () => {
  for (let year = 1900; year <= 2500; year += 1) {
    const sunday = easterSunday(year)
    const range = [day(`${year}-03-22`), sunday, day(`${year}-04-25`)]
    assert.equal(sunday.dayOfWeek, 7)
    assert.deepEqual(range.toSorted(Temporal.PlainDate.compare), range)
  }
})

test('the holidays are the public ones, 2024 to 2028', () => {
  const found: string[] = []
  for (let date = day('2024-01-01'); date.year <= 2028; date = date.add({ days: 1 })) {
    if (isHoliday(date)) found.push(date.toString())
  }
  assert.deepEqual(found, holidays)
})

test('Christmas Eve, New Year’s Eve and the Wednesday before Easter are banking days', () => {
  for (const date of ['2026-12-24', '2026-12-31', '2026-04-01']) assert.ok(isBankingDay(day(date)))
})

test('Saturdays and Sundays are no banking days', () => {
  fc.assert(fc.property(days, (date) => date.dayOfWeek <= 5 || !isBankingDay(date)))
})

test('Easter moves a payment from Thursday to Tuesday, or back to Wednesday', () => {
  assert.equal(rollForward(day('2026-04-02')).toString(), '2026-04-07')
  assert.equal(rollBack(day('2026-04-06')).toString(), '2026-04-01')
})

test('rolling leaves banking days alone, takes the nearest other one, and never moves ten days', () => {
  fc.assert(
    fc.property(days, (date) => {
      const ahead = rollForward(date)
      const back = rollBack(date)
      assert.ok(isBankingDay(ahead) && isBankingDay(back))
      assert.equal(isBankingDay(date), ahead.equals(date))
      assert.equal(isBankingDay(date), back.equals(date))
      const gap = back.until(ahead).days
      assert.ok(gap >= 0 && gap < 10)
      for (let step = 1; step < gap; step += 1) assert.ok(!isBankingDay(back.add({ days: step })))
    }),
  )
})

/** Whole-number arithmetic only, by another route than the code: no calendar, no full moon. */
function easterByNature(year: number): string {
  const div = (dividend: number, divisor: number) => Math.floor(dividend / divisor)
  const [a, b, c] = [year % 19, div(year, 100), year % 100]
  const g = div(b - div(b + 8, 25) + 1, 3)
  const h = (19 * a + b - div(b, 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * div(c, 4) - h - (c % 4)) % 7
  const sum = h + l - 7 * div(a + 11 * h + 22 * l, 451) + 114
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(div(sum, 31))}-${two((sum % 31) + 1)}`
}
