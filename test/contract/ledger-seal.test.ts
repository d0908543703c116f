import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealLedgers } from '../../src/bank/ledger/ledger.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { acrossWorlds } from '../../src/storage/storage.ts'
import { bankUnderTest, testLedger } from './ledger.fixture.ts'

const countBlocks = acrossWorlds<[], { count: bigint }>(
  'a test',
  'test-count-blocks',
  'select count(*) from ledger_block',
)

test('seals every world that has something to seal, and nothing twice', async () => {
  const ledger = await testLedger()
  await bankUnderTest(ledger)
  await ledger.newWorld()
  const blocks = async () => (await ledger.storage.row(countBlocks, []))?.count
  assert.equal(await blocks(), 0n)
  await Promise.all([1, 2, 3].map(() => sealLedgers(ledger.storage, systemClock.now())))
  assert.equal(await blocks(), 2n)
  await sealLedgers(ledger.storage, systemClock.now())
  assert.equal(await blocks(), 2n)
})
