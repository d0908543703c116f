import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRegisterMemory, ledgerBank } from '../bank/ledger/ledger.ts'
import { systemRandom as random } from '../kernel/random.ts'
import { openSandboxStorage, sandboxWorld } from '../sandbox/data/sandbox-world.fixture.ts'
import { createOffers } from '../sca/offer.ts'
import type { PayingCaller, PsuRequest } from '../sca/sca.ts'
import { inWorld, type Transaction, type WorldQueries } from '../storage/storage.ts'
import { createPayments, createRoom, products } from './pis.ts'

/** Every wait for the database is one that whoever pays has to wait. */

const storage = await openSandboxStorage()
const now = Temporal.Instant.from('2026-11-12T11:00:00Z')
const { caller, write } = await sandboxWorld(storage, 'PSDNO-FSA-PAYTRIPS', now)
const memory = createRegisterMemory()
const bank = (world: WorldQueries) => ledgerBank(world, random, memory)
const publicUrl = () => 'https://bank.example'
const payments = createPayments({
  ...{ storage, random, bank, publicUrl, offers: createOffers({ random, publicUrl }) },
  ...{ ownTransfersExempt: true, domesticReadableAtOnce: false },
  ...{ bulkPaymentsMax: 1000, basketPaymentsMax: 100 },
  room: createRoom(
    { worldPayments: 1000, worldBaskets: 1000, worldAuthorisations: 1000 },
    { worldsMax: 10 },
  ),
})
const [domestic] = products
const create = payments.create('payments', domestic!)

const ingrid = await bank(inWorld(storage, caller.world)).accountByNumber({
  iban: 'NO7099911110012',
})
assert(ingrid.ok)
const asks: PsuRequest = {
  ...{ psuId: random.uuid(), psuCorporateId: undefined, psuIdentity: undefined },
  ...{ context: undefined, sessionId: 's1', redirectUri: 'https://tpp.example/back' },
  ...{ redirectPreferred: true, present: true },
}
const paying: PayingCaller = {
  ...caller,
  ...{ asks, standing: undefined as never, session: true, singleSca: false },
  psu: { psuId: asks.psuId ?? '', customerId: ingrid.value.ownerId },
  ...{ context: 'PRIVATE', agreementId: null },
}
let made = 0
/** No two look the same. */
const body = (creditor: string) => ({
  instructedAmount: { amount: `${++made}.00`, currency: 'NOK' },
  debtorAccount: { iban: ingrid.value.iban, currency: 'NOK' },
  creditorAccount: { iban: creditor, currency: 'NOK' },
  creditorName: 'Jonas Myrvold Tangen',
})

/** Statements that leave together are one wait. */
function counting(tx: Transaction) {
  const counts = { statements: 0, waits: 0 }
  let underWay = 0
  const ask = async <T>(question: Promise<T>): Promise<T> => {
    counts.statements++
    if (underWay++ === 0) counts.waits++
    try {
      return await question
    } finally {
      underWay--
    }
  }
  const counted: Transaction = {
    ...tx,
    rows: (statement, parameters) => ask(tx.rows(statement, parameters)),
    row: (statement, parameters) => ask(tx.row(statement, parameters)),
    run: (statement, parameters) => ask(tx.run(statement, parameters)),
    runLast: (...sent) => {
      counts.statements++
      tx.runLast(...sent)
    },
  }
  return { counts, counted }
}

const costOf = (creditor: string, edition?: string) =>
  write(async (_, tx) => {
    const { counts, counted } = counting(tx)
    await create({ ...paying, edition }, { query: {}, body: body(creditor) }, counted)
    return counts
  })

// The first one in a world is counted.
await costOf('NO9386011117947')

test('a payment is made with four statements, of which two leave with the commit', async () => {
  assert.deepEqual(await costOf('NO4299911110128'), { statements: 4, waits: 1 })
})

test('one between own accounts takes three', async () => {
  assert.deepEqual(await costOf('NO4899911110020'), { statements: 3, waits: 2 })
})

test('accounts of an edition that is known are asked for together, and then not any more', async () => {
  const cost = () => costOf('NO9386011117947', 'first')
  assert.deepEqual(await cost(), { statements: 4, waits: 1 })
  assert.deepEqual(await cost(), { statements: 2, waits: 0 })
})

test('one between own accounts is then its insert alone', async () => {
  await costOf('NO4899911110020', 'second')
  assert.deepEqual(await costOf('NO4899911110020', 'second'), { statements: 1, waits: 1 })
})
