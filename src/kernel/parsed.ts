/**
 * The convention of every `parse…` function in this room: it never throws for bad input but answers
 * with the value or with a refusal. `reason` is for code, `text` is an English sentence for the
 * caller; it never repeats the input, since that may be a national identity number.
 */
export type Parsed<Value, Refused extends Refusal = Refusal> = { ok: true; value: Value } | Refused

export interface Refusal<Reason extends string = string> {
  ok: false
  reason: Reason
  text: string
}

export function parsed<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused<Reason extends string>(reason: Reason, text: string): Refusal<Reason> {
  return { ok: false, reason, text }
}
