import type { Contract } from '../wire/operation.ts'

/** What goes back, before it is dated and signed. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Text in UTF-8, which leaves in one piece with the headers, or bytes. */
  body: string | Buffer
  /** Pages only: a browser keeps each of them. */
  cookies?: string[]
}

const json = 'application/json; charset=utf-8'

/** Prints an operation's output as its contract says. */
export function renderOutput({ answer }: Contract, output: unknown): Answer {
  if (answer.headers === undefined) return renderBody(answer, output)
  const said = output as { headers: Record<string, string>; body: unknown }
  const rendered = renderBody(answer, said.body)
  return { ...rendered, headers: { ...rendered.headers, ...said.headers } }
}

function renderBody({ status, type, whenNothing }: Contract['answer'], output: unknown): Answer {
  if (output === undefined) {
    return { status: whenNothing?.status ?? status, headers: {}, body: '' }
  }
  const body = type === undefined ? JSON.stringify(output) : textOrBytes(output)
  return { status, headers: { 'Content-Type': type ?? json }, body }
}

export function renderJson(
  status: number,
  headers: Record<string, string>,
  value: unknown,
): Answer {
  return {
    status,
    headers: { 'Content-Type': json, ...headers },
    body: JSON.stringify(value),
  }
}

const textOrBytes = (output: unknown): string | Buffer =>
  Buffer.isBuffer(output) ? output : String(output)
