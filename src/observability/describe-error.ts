import { redact } from './redact.ts'

export interface ErrorDescription {
  name: string
  code?: string
  message: string
  stack?: string
  /** PostgreSQL: which constraint or table it was about. */
  constraint?: string
  table?: string
  cause?: ErrorDescription
  errors?: ErrorDescription[]
}

const CAUSES_MAX = 4
const ROOT = new URL('../../', import.meta.url).href

/**
 * What a log may know of an error, by an allow-list: PostgreSQL puts rows and parameters into
 * `detail`, `where` and `internalQuery`, and they stay out because nobody names them here.
 */
export function describeError(error: unknown): ErrorDescription {
  try {
    return describe(error, 0)
  } catch {
    return { name: 'Error', message: '[unreadable]' }
  }
}

function describe(error: unknown, depth: number): ErrorDescription {
  if (!(error instanceof Error)) {
    const text = typeof error === 'object' ? 'not an Error' : String(error)
    return { name: typeof error, message: redact(text) }
  }
  const code = textOf(error, 'code')
  const constraint = textOf(error, 'constraint')
  const table = textOf(error, 'table')
  const more = depth < CAUSES_MAX
  return {
    name: redact(String(error.name)),
    ...(code === undefined ? {} : { code }),
    message: redact(withoutData(String(error.message), code)),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(error.stack ? { stack: redact(frames(error)) } : {}),
    ...(more && error.cause !== undefined ? { cause: describe(error.cause, depth + 1) } : {}),
    ...(more && error instanceof AggregateError
      ? { errors: error.errors.slice(0, CAUSES_MAX).map((each) => describe(each, depth + 1)) }
      : {}),
  }
}

function textOf(error: Error, field: string): string | undefined {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' || typeof value === 'number' ? redact(String(value)) : undefined
}

/** PostgreSQL's class 22 (data exception) quotes the value it could not take. */
function withoutData(message: string, code: string | undefined): string {
  return code && /^22[0-9A-Z]{3}$/.test(code) ? message.replace(/".*"/s, '[value]') : message
}

/** Only the places, as the head of a stack repeats the message; inside the project, relative. */
function frames(error: Error): string {
  const stack = error.stack ?? ''
  const head = stack.indexOf(error.message)
  const tail = head < 0 ? stack : stack.slice(head + error.message.length)
  const lines = tail.split('\n').filter((line) => /^ {4}at /.test(line))
  return lines.map((line) => line.trim().replaceAll(ROOT, '')).join('\n')
}
