import { SigningFault } from './faults.ts'
import { requestTargetName } from './header-list.ts'
import type { MessageHeaders } from './headers.ts'

export interface Message {
  headers: MessageHeaders
  /** As `requestTarget` makes it; an answer has none. */
  requestTarget?: string
}

/** `target` is the path and query exactly as they stand in the request line. */
export const requestTarget = (method: string, target: string): string =>
  `${method.toLowerCase()} ${target}`

/**
 * "For each header in order, lower-case name, a colon and a space, then the value; entries are
 * separated by a newline." Each character of the string stands for one byte as received.
 */
export function buildSigningString(list: readonly string[], message: Message): string {
  return list.map((name) => `${name}: ${signedValue(name, message)}`).join('\n')
}

export function signedValue(name: string, message: Message): string {
  const value = name === requestTargetName ? message.requestTarget : message.headers.get(name)
  if (value === undefined) {
    throw new SigningFault('list-absent', `\`${name}\` is listed, and the message has none.`)
  }
  return value
}

export const signingBytes = (signingString: string): Buffer => Buffer.from(signingString, 'latin1')
