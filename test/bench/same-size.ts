import assert from 'node:assert/strict'
import { openConnection } from './connection.ts'
import type { BenchServer } from './servers.ts'

/** How much shorter the limit server's answer may be: what is shorter is read and sent sooner. */
const shorterMax = 0.1

/** A limit that answers with less than the service would be too easy to reach, or too hard. */
export async function requireSameSize(
  service: BenchServer,
  limit: BenchServer,
  requests: () => Buffer[],
): Promise<void> {
  const [request] = requests()
  assert(request)
  const [ours, theirs] = [await answerLength(service, request), await answerLength(limit, request)]
  const difference = Math.abs(theirs - ours) / ours
  assert(difference <= shorterMax, `The service answers with ${ours} bytes, the limit ${theirs}.`)
}

async function answerLength({ httpUrl }: BenchServer, request: Buffer): Promise<number> {
  const connection = await openConnection(httpUrl, '')
  try {
    return await new Promise((resolve, reject) => {
      connection.exchange(request, { answered: (_, bytes) => resolve(bytes), failed: reject })
    })
  } finally {
    connection.close()
  }
}
