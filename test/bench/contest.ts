import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchTpp } from './case.ts'
import { listTransactions } from './cases/list-transactions.ts'
import { middle } from './comparison.ts'
import type { Cores } from './cores.ts'
import { applyLoad, type Round, type Target } from './load.ts'
import type { OpenApi } from './mock-environment.ts'
import { installMock, mockTools, startMock } from './mocks.ts'
import type { BenchOptions } from './options.ts'
import { type BenchServer, freePort } from './servers.ts'
import { requestSource } from './signed-requests.ts'
import { contestLine } from './table.ts'

export interface ContestParts {
  service: BenchServer
  tpp: BenchTpp
  cores: Cores
  options: BenchOptions
  say(text: string): void
}

interface Contender {
  name: string
  target: Target
  stop?: () => Promise<void>
}

const path = '/v1/accounts/{id}/transactions'
const warmUpSeconds = 8

/** A list of ten: the service with every check on, beside tools that check nothing. */
export async function contest(parts: ContestParts): Promise<void> {
  const { service, tpp, options, say } = parts
  const { call } = await listTransactions(10).prepare(tpp)
  const { body } = await tpp.client.call('GET', call.target, { headers: call.headers ?? {} })
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-mocks-'))
  const own = { url: service.httpUrl, ca: '', pid: service.pid }
  const contenders: Contender[] = [{ name: 'Nordgate, every check on', target: own }]
  try {
    contenders.push(...(await startMocks(parts, folder, await openApiWith(service, body))))
    say('The list of 10 over plain HTTP, the same requests and the same body:')
    const rounds = await inTurn(contenders, options, requestSource(tpp, call))
    for (const [place, { name }] of contenders.entries()) say(contestLine(name, rounds[place]!))
  } finally {
    for (const { stop } of contenders) await stop?.()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Our own description, whose example is what the service has just answered. */
async function openApiWith({ httpUrl }: BenchServer, example: unknown): Promise<OpenApi> {
  const answer = await fetch(new URL('/openapi.json', httpUrl))
  const openApi = (await answer.json()) as OpenApi
  const described = openApi.paths[path]?.get?.responses['200']?.content?.['application/json']
  assert(described, `The OpenAPI description has no ${path}.`)
  described.example = example
  return openApi
}

async function startMocks({ cores, say }: ContestParts, folder: string, openApi: OpenApi) {
  const started: Contender[] = []
  for (const tool of mockTools) {
    try {
      installMock(tool, folder)
      const port = await freePort()
      const { pid, stop } = await startMock(tool, { folder, openApi, port, cores })
      const target = { url: new URL(`http://127.0.0.1:${port}`), ca: '', pid }
      started.push({ name: `${tool.name}, no checks`, target, stop })
    } catch (error) {
      say(`${tool.name} is left out: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return started
}

async function inTurn(
  contenders: readonly Contender[],
  { rounds, seconds, connections }: BenchOptions,
  requests: () => Buffer[],
): Promise<Round[]> {
  const load = (target: Target, forSeconds: number) =>
    applyLoad(target, { connections, seconds: forSeconds, requests: requests() })
  for (const { target } of contenders) await load(target, warmUpSeconds)
  const seen: Round[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [place, { target }] of contenders.entries()) {
      seen[place]!.push(await load(target, seconds))
    }
  }
  return seen.map(middle)
}
