import type { Finding } from '../kernel/problem.ts'
import type { KeyName } from './keys.ts'

/** A value as somebody wrote it, and where. */
export interface Given {
  text: string
  origin: string
  /** The folder that a relative path is meant from. */
  base: string
}

/** What one source has to say, and what is wrong with it. */
export interface Source {
  given: Partial<Record<KeyName, Given>>
  findings: Finding[]
}

export type Env = Readonly<Record<string, string | undefined>>
export type Flags = readonly (readonly [flag: string, value: string | undefined])[]
/** Throws when the file cannot be read. */
export type ReadFile = (path: string) => string

/** A wrong value is repeated to its author, yet never the password of a URL. */
export function shown(text: string): string {
  const masked = text.replace(/:\/\/[^/?#\s]*@/g, '://***@')
  return JSON.stringify(masked.length > 100 ? `${masked.slice(0, 100)}…` : masked)
}

export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unreadable'
}
