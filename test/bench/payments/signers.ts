import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BenchCall, BenchTpp } from '../case.ts'

/** An RSA signature takes longer than a whole payment, so all cores make them. */
export function openSigners(count = 2) {
  const file = join(import.meta.dirname, 'signing-worker.ts')
  const workers = Array.from({ length: count }, () => new Worker(file))

  async function signed(worker: Worker, message: object): Promise<Buffer[]> {
    worker.postMessage(message)
    const [requests] = (await once(worker, 'message')) as [Uint8Array[]]
    return requests.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  return {
    async sign({ credentials }: BenchTpp, calls: readonly BenchCall[]): Promise<Buffer[]> {
      const share = Math.ceil(calls.length / workers.length)
      const parts = workers.map((worker, place) =>
        signed(worker, { credentials, calls: calls.slice(place * share, (place + 1) * share) }),
      )
      return (await Promise.all(parts)).flat()
    },
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}

export type Signers = ReturnType<typeof openSigners>
