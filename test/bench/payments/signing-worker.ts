import { parentPort } from 'node:worker_threads'
import { systemClock } from '../../../src/kernel/clock.ts'
import { systemRandom } from '../../../src/kernel/random.ts'
import { type Credentials, prepare } from '../../../src/sdk/sdk.ts'
import type { BenchCall } from '../case.ts'
import { bytesOf } from '../signed-requests.ts'

export interface ToSign {
  credentials: Credentials
  calls: readonly BenchCall[]
}

/** Signs what it is sent, and sends back the bytes for the wire. */
parentPort?.on('message', ({ credentials, calls }: ToSign) => {
  const parts = { clock: systemClock, random: systemRandom }
  parentPort?.postMessage(calls.map((call) => bytesOf(prepare(credentials, parts, call))))
})
