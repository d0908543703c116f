import type { TStringOptions } from 'typebox'
import { Form } from './text.ts'

/**
 * A date that a caller gives. The calendar of the format has a year 0000, which neither history nor
 * the database knows; four digits end it with the year 9999.
 */
export const Day = (description?: string) => {
  const options: TStringOptions = { format: 'date', ...(description && { description }) }
  return Form('^0{0,3}[^0]', 'a date from the year 0001 on', options)
}
