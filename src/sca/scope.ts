import type { Context } from '../bank/port.ts'

/** A context as one text, for keys: `PRIVATE`, or the id of the agreement. */
export const scopeOf = (context: Context): string =>
  context.kind === 'PRIVATE' ? 'PRIVATE' : context.agreementId

export const contextOf = (scope: string): Context =>
  scope === 'PRIVATE' ? { kind: 'PRIVATE' } : { kind: 'CORPORATE', agreementId: scope }
