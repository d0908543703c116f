import type { Contract } from '../wire/operation.ts'

/** What goes back, before it is dated and signed. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
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
    return { status: whenNothing?.status ?? status, headers: {}, body: Buffer.alloc(0) }
  }
  const body = type === undefined ? Buffer.from(JSON.stringify(output)) : bytesOf(output)
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
    body: Buffer.from(JSON.stringify(value)),
  }
}

const bytesOf = (output: unknown): Buffer =>
  Buffer.isBuffer(output) ? output : Buffer.from(String(output))
