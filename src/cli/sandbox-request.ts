import { UsageError } from './command.ts'

/** An unsigned request to a sandbox; what it refuses is told as the sandbox said it. */
export async function askSandbox(url: string, path: string, body?: object): Promise<string> {
  const request = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(new URL(path, url), request).catch((error: Error) => {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    throw new UsageError(`No sandbox answers at ${url}${cause}. Start one with: npm start`)
  })
  const text = await answer.text()
  if (!answer.ok) throw new UsageError(messageOf(text) ?? `The sandbox answered ${answer.status}.`)
  return text
}

function messageOf(text: string): string | undefined {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}
