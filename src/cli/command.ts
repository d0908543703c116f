/** A command of the `nordgate` tool; its help teaches by an example. */
export interface Command {
  name: string
  summary: string
  help: string
  run(argv: readonly string[]): Promise<void>
}

/** Where `npm start` serves the sandbox. */
export const defaultUrl = 'http://127.0.0.1:8080'

/** A mistake of whoever typed: told in one line, without a stack. */
export class UsageError extends Error {}
