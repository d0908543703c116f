import { remembered } from './remembered.ts'

const fixedHolidays = [101, 501, 517, 1225, 1226]

/** Maundy Thursday, Good Friday, Easter Sunday and Monday, Ascension, Whit Sunday and Monday. */
const holidaysAfterEaster = [-3, -2, 0, 1, 39, 49, 50]

/** Palm Sunday is left out: like every Sunday it is no banking day anyway. */
export function isHoliday(date: Temporal.PlainDate): boolean {
  return holidaysIn(date.year).has(dayInYear(date))
}

const yearsRemembered = 100

/** Every payment asks, and mostly for this year or the next. */
const holidaysIn = remembered(yearsRemembered, (year: number): Set<number> => {
  const easter = easterSunday(year)
  const movable = holidaysAfterEaster.map((days) => dayInYear(easter.add({ days })))
  return new Set([...fixedHolidays, ...movable])
})

/** 517 is 17 May. */
const dayInYear = ({ month, day }: Temporal.PlainDate): number => month * 100 + day

/** 24 and 31 December are short days, but banks settle on them. */
export function isBankingDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek <= 5 && !isHoliday(date)
}

/** The date itself when it is a banking day, otherwise the next one. */
export function rollForward(date: Temporal.PlainDate): Temporal.PlainDate {
  return roll(date, 1)
}

/** The date itself when it is a banking day, otherwise the one before. */
export function rollBack(date: Temporal.PlainDate): Temporal.PlainDate {
  return roll(date, -1)
}

/** The Sunday after the first full moon of spring, both by the Gregorian church tables. */
export function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100)
  const moonCorrection = Math.floor((8 * century + 13) / 25)
  const sunCorrection = century - Math.floor(century / 4)
  const age = (19 * (year % 19) + 15 + sunCorrection - moonCorrection) % 30
  const isLate = age === 29 || (age === 28 && year % 19 > 10)
  const fullMoon = Temporal.PlainDate.from({ year, month: 3, day: 21 }).add({
    days: isLate ? age - 1 : age,
  })
  return fullMoon.add({ days: 7 - (fullMoon.dayOfWeek % 7) })
}

function roll(date: Temporal.PlainDate, days: 1 | -1): Temporal.PlainDate {
  let day = date
  while (!isBankingDay(day)) day = day.add({ days })
  return day
}
