/** Answers of the port and of the books, and the ids in their questions. */

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const refuse = <Refusal extends string>(
  refusal: Refusal,
): { ok: false; refusal: Refusal } => ({ ok: false, refusal })

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Anything else is unknown, not an error; and an id has only one spelling. */
export const isId = (text: string): boolean => id.test(text)

/** What the database can look for: a text of its own may not hold the character zero. */
export const isText = (text: string): boolean => !text.includes('\0')
