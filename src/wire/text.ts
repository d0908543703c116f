import { type TStringOptions, Type } from 'typebox'

/** Where a schema says in words what its pattern means: completes the sentence "must be …". */
export const expects = 'x-expects'

/** A text of a certain form. Whoever gets it wrong is told the form in words, not as an expression. */
export const Form = (pattern: string, words: string, options: TStringOptions = {}) =>
  Type.String({ pattern, [expects]: words, ...options })

/** A name that people read: blanks alone are none. */
export const Name = (maxLength: number, options: TStringOptions = {}) =>
  Form('\\S', 'more than blanks', { minLength: 1, maxLength, ...options })

export const CountryCode = Form('^[A-Z]{2}$', 'two capital letters, such as NO')
