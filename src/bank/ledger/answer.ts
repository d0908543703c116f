/** Answers of the port and of the books, and the texts in their questions. */

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const refuse = <Refusal extends string>(
  refusal: Refusal,
): { ok: false; refusal: Refusal } => ({ ok: false, refusal })

/** What the database can look for: a text of its own may not hold the character zero. */
export const isText = (text: string): boolean => !text.includes('\0')
