import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { manualClock } from '../../src/kernel/clock.ts'
import { createTppClient } from '../../src/sdk/sdk.ts'
import { makeAuthority, makeSeal, trustFolder } from '../authority.ts'
import { emptyDatabase, query } from '../databases.ts'
import { startProduction } from '../production.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** The tool as an operator runs it: a process of its own, beside the service. */
async function nordgate(databaseUrl: string, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/nordgate.js', ...words], {
    env,
  })
  return stdout
}

const refusedWith = (text: RegExp) => (error: { code?: number; stderr?: string }) => {
  assert.equal(error.code, 2)
  assert.match(error.stderr ?? '', text)
  return true
}

const clock = manualClock('2026-11-02T08:30:00Z')
const sandbox = await startSandbox({ clock, env: { NORDGATE_STANDING_CACHE_MS: '1000' } })

test('a blocked TPP is refused once the cached standing has run out, until it is unblocked', async () => {
  const tpp = await sandbox.tpp()
  const { organizationIdentifier: id, client } = tpp
  const call = () => client.send(client.prepare('GET', '/v1/sandbox/clock'))
  const blocked = { status: 401, code: 'CERTIFICATE_BLOCKED', explained: true, says: /blocked/ }
  assert.equal((await call()).status, 200)
  assert.match(await nordgate(sandbox.databaseUrl, 'tpp', 'block', id), /is blocked/)
  clock.advance('PT1S')
  assertRefused(await call(), blocked)
  assert.match(
    await nordgate(sandbox.databaseUrl, 'tpp', 'list'),
    new RegExp(`^${id} {2}AISP,PISP {2}first-call {2}BLOCKED {2}Fjordbudsjett AS$`, 'm'),
  )
  assert.match(await nordgate(sandbox.databaseUrl, 'tpp', 'unblock', id), /no longer/)
  clock.advance('PT1S')
  assert.equal((await call()).status, 200)
  const audited = await sandbox.sql(
    `select actor, action, details from audit where details->>'tppId' = $1 order by at`,
    [id],
  )
  assert.deepEqual(audited, [
    { actor: 'operator', action: 'block-tpp', details: { tppId: id } },
    { actor: 'operator', action: 'unblock-tpp', details: { tppId: id } },
  ])
})

test('production takes a TPP that the operator has added, with the roles that were named', async () => {
  const authority = await makeAuthority({ isRoot: true })
  const { url, databaseUrl } = await startProduction({
    NORDGATE_TRUST_ANCHORS: trustFolder(authority),
  })
  const { organizationIdentifier: id, certificate, privateKey: key } = await makeSeal(authority)
  const client = createTppClient({ baseUrl: url, certificate, key, verifyAnswers: false })
  const read = (target: string) => client.send(client.prepare('GET', target))
  const contact = `/v1/tpps/${id}/contact-information`
  assertRefused(await read(contact), { status: 401, code: 'CERTIFICATE_BLOCKED' })
  await nordgate(databaseUrl, 'tpp', 'add', id, 'Viddebanken', 'pisp')
  assertRefused(await read(contact), { status: 404, code: 'RESOURCE_UNKNOWN' })
  const [row] = await query<object>(databaseUrl, 'select name, roles, source from tpp')
  assert.deepEqual(row, { name: 'Viddebanken', roles: ['PISP'], source: 'operator' })
  client.close()
})

const mistakes: [words: string[], says: RegExp][] = [
  [['tpp'], /list, add, block or unblock/],
  [['tpp', 'toString'], /list, add, block or unblock/],
  [['tpp', 'block'], /takes ID/],
  [['tpp', 'block', 'PSDNO-FSA-000000000'], /There is no PSDNO-FSA-000000000 in the register/],
  [['tpp', 'add', 'NO-FSA-912345678', 'TPP', 'AISP'], /looks like PSDNO-FSA-912345678/],
  [['tpp', 'add', 'PSDNO-FSA-912345678', 'TPP', 'AISP,ASPSP'], /ROLES is AISP, PISP or/],
]

for (const [words, says] of mistakes) {
  test(`tells what is wrong with: ${words.join(' ')}`, async () => {
    await assert.rejects(nordgate(sandbox.databaseUrl, ...words), refusedWith(says))
  })
}

test('what was refused leaves no audit row', async () => {
  const rows = await sandbox.sql(`select 1 from audit where details->>'tppId' = $1`, [
    'PSDNO-FSA-000000000',
  ])
  assert.deepEqual(rows, [])
})

test('ledger verify proves the books of a running bank', async () => {
  assert.match(await nordgate(sandbox.databaseUrl, 'ledger', 'verify'), /The books are right/)
})

test('no tool migrates a database that it works on', async () => {
  const databaseUrl = await emptyDatabase()
  for (const words of [
    ['ledger', 'verify'],
    ['tpp', 'list'],
  ]) {
    const refused = refusedWith(/older than this Nordgate.*run nordgate migrate/)
    await assert.rejects(nordgate(databaseUrl, ...words), refused)
  }
  const tables = `select 1 from pg_tables where schemaname = 'public'`
  assert.deepEqual(await query(databaseUrl, tables), [])
})
