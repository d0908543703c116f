/** How an attempt ended, kept as a value: a failure looked at later is never an unhandled one. */
export type Outcome<T> = Success<T> | Failure

interface Success<T> {
  failed: false
  value: T
}

interface Failure {
  failed: true
  error: unknown
}

export async function attemptOf<T>(attempt: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { failed: false, value: await attempt() }
  } catch (error) {
    return { failed: true, error }
  }
}

export function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.failed) throw outcome.error
  return outcome.value
}
