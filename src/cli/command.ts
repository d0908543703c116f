/** A command of the `nordgate` tool; its help teaches by an example. */
export interface Command {
  name: string
  summary: string
  help: string
  run(argv: readonly string[]): Promise<void>
}

/** A mistake of whoever typed: told in one line, without a stack. */
export class UsageError extends Error {}
