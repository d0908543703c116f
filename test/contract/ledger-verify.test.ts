import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { allowClearing, sealLedger, verifyLedger } from '../../src/bank/ledger/ledger.ts'
import type { TransactionDetails } from '../../src/bank/port.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { inWorld } from '../../src/storage/storage.ts'
import { bankIn, bankUnderTest, nok, testLedger, value } from './ledger.fixture.ts'

const ledger = await testLedger()
const { current, card } = await bankUnderTest(ledger)
const database = new pg.Client({ connectionString: ledger.databaseUrl })
await database.connect()
after(() => database.end())

const verify = () => verifyLedger(ledger.storage, systemClock.now())

/** The first world of the two that `bankUnderTest` made. */
const world = (await database.query<{ id: string }>('select min(id) as id from world')).rows[0]!.id
const at = Temporal.Instant.from('2026-11-12T09:00:00Z')

test('untouched books are right, and the figures count everything', async () => {
  const verified = await verify()
  assert.deepEqual(verified.faults, [])
  assert.equal(verified.worlds, 2n)
  assert.equal(verified.accounts, 18n)
  assert.equal(verified.transactions, 32n)
  assert.equal(verified.entries, 64n)
  assert.equal(verified.blocks, 2n)
})

/** With the triggers off, as only the owner of the database could; then it is all put back. */
const tampered: [what: string, sql: string, expected: RegExp][] = [
  [
    'an amount',
    `update ledger_entry set amount = amount + 1 where (world_id, transaction_seq, line) =
     (select world_id, transaction_seq, line from ledger_entry where account_id = '${current.id}' limit 1)`,
    /World \d+: the hash of block 1 .* does not match its rows\.|entries of transaction \d+ do not sum to zero|keeps 100000 as booked, but its rows sum to 100001/,
  ],
  [
    'a deleted entry',
    `delete from ledger_entry where account_id = '${card.id}' and invoiced`,
    /keeps -10000 as invoiced, but its rows sum to 0/,
  ],
  [
    'a deleted transaction',
    `delete from ledger_transaction where seq = (select max(seq) from ledger_transaction)`,
    /entries are without their transaction \d+/,
  ],
  [
    'a text',
    `update ledger_transaction set details = '{"creditorName": "Someone else"}'
     where world_id = ${world} and seq = (select min(seq) from ledger_transaction)`,
    /the hash of block 1 .* does not match its rows/,
  ],
  [
    'a balance',
    `update account_balance set booked = booked + 1 where account_id = '${current.id}'`,
    /account .* keeps 100001 as booked, but its rows sum to 100000/,
  ],
  [
    'a reservation',
    `update account_balance set reserved = 5 where account_id = '${current.id}'`,
    /keeps 5 as reserved, but its rows sum to 0/,
  ],
  [
    'a sealed block',
    `update ledger_block set hash = sha256('x') where world_id = ${world}`,
    /World \d+: the hash of block 1/,
  ],
]

for (const [what, sql, expected] of tampered) {
  test(`verify finds ${what} that was changed behind the bank's back`, async () => {
    await database.query(`set session_replication_role = replica`)
    await database.query('create schema kept')
    const tables = ['ledger_transaction', 'ledger_entry', 'ledger_block', 'account_balance']
    for (const table of tables) {
      await database.query(`create table kept.${table} as table ${table}`)
    }
    const { rowCount } = await database.query(sql)
    const { faults } = await verify()
    for (const table of tables) {
      await database.query(`delete from ${table}; insert into ${table} table kept.${table}`)
    }
    await database.query(`drop schema kept cascade; set session_replication_role = origin`)
    assert.ok(rowCount)
    assert.match(faults.join('\n'), expected)
    assert.deepEqual((await verify()).faults, [])
  })
}

test('entries cannot be changed, deleted or truncated', async () => {
  for (const table of ['ledger_transaction', 'ledger_entry', 'ledger_block']) {
    const column =
      table === 'ledger_entry' ? 'amount' : table === 'ledger_block' ? 'entries' : 'kind'
    for (const sql of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await assert.rejects(database.query(sql), /append-only/)
    }
  }
})

test('entries that do not sum to zero fail at commit, and may be completed before it', async () => {
  const line = (number: number, minor: number) => `insert into ledger_entry (world_id,
    transaction_seq, line, internal, amount, currency, booking_date, invoiced)
    values (${world}, 1000000, ${number}, 'clearing', ${minor}, 'NOK', '2026-01-01', false)`
  const open = `insert into ledger_transaction (world_id, seq, id, kind, entered_at, value_date,
    details) values (${world}, 1000000, gen_random_uuid(), 'entered', now(), now(), '{}')`
  await database.query('begin')
  await database.query(open)
  await database.query(line(1, 5))
  await assert.rejects(database.query('commit'), /do not sum to zero/)
  await database.query('begin')
  await database.query(open)
  await database.query(line(1, 5))
  await database.query(line(2, -5))
  await database.query('set constraints all immediate')
  await database.query('rollback')
})

test('an entry needs its transaction and an account in its currency', async () => {
  const insert = (seq: string, currency: string) => `insert into ledger_entry (world_id,
    transaction_seq, line, account_id, amount, currency, booking_date, invoiced) values
    (${world}, ${seq}, 9, '${current.id}', 0, '${currency}', '2026-01-01', false)`
  const known = `(select min(seq) from ledger_transaction where world_id = ${world})`
  await assert.rejects(database.query(insert('77777777', 'NOK')), /without its transaction/)
  await assert.rejects(database.query(insert(known, 'EUR')), /not in the currency/)
})

test('only the world that is being cleared may lose its entries', async () => {
  const other = await ledger.newWorld()
  const note = { actor: 'test', action: 'clear', requestId: null }
  await assert.rejects(
    ledger.storage.transaction(note, async (tx) => {
      await allowClearing(inWorld(tx, other))
      await database.query('select 1')
      await tx.run({ name: 'test-clear', text: 'delete from ledger_entry where world_id <> $1' }, [
        other,
      ])
    }),
    /append-only/,
  )
})

test('an open transaction is not sealed over', async () => {
  const holder = new pg.Client({ connectionString: ledger.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select pg_current_xact_id(), nextval('ledger_seq')`)
  const bookingDate = Temporal.PlainDate.from('2026-11-12')
  const entered = { accountId: current.id, amount: nok(0n), bookingDate, details: {} }
  value((await ledger.books(BigInt(world), (books) => books.enter([entered], at)))[0]!)
  assert.equal(await sealLedger(ledger.storage, BigInt(world), at), 0n)
  await holder.query('commit')
  await holder.end()
  assert.equal(await sealLedger(ledger.storage, BigInt(world), at), 1n)
})

test('everything that a transaction tells comes back as it was given', async () => {
  const details: Required<TransactionDetails> = {
    bankTransactionCode: 'PMNT-CCRD-POSD',
    proprietaryBankTransactionCode: 'VISA VAREKJØP',
    purposeCode: 'OTHR',
    creditorId: 'NO123',
    creditorName: 'Café Zürich',
    creditorAccount: { iban: 'CH9300762011623852957', currency: 'CHF' },
    creditorAgent: 'POFICHBEXXX',
    debtorName: 'Kari Nordmann',
    debtorAccount: { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' },
    debtorAgent: 'DNBANOKKXXX',
    ultimateCreditor: 'Gastro AG',
    ultimateDebtor: 'Ola Nordmann',
    remittanceInformationUnstructured: 'Kaffe "og" kake {1,2}',
    remittanceInformationUnstructuredArray: ['Kaffe', 'kake \\ fløte'],
    remittanceInformationStructuredArray: [
      { reference: '2345676', referenceType: 'SCOR', referenceIssuer: 'ISO' },
    ],
    currencyExchange: {
      ...{ sourceCurrency: 'NOK', targetCurrency: 'CHF', unitCurrency: 'CHF' },
      ...{ exchangeRate: '12.4749', quotationDate: '2026-11-11', contractIdentification: 'FX-1' },
    },
    mandateId: 'M-1',
    entryReference: 'E-1',
    additionalInformation: 'Kortkjøp i utlandet',
    proprietary: { A: 'one', B: 'two' },
    card: {
      maskedPan: '492599******0042',
      transactionDate: '2026-11-10',
      acceptorTransactionDateTime: '2026-11-10T14:03:00+01:00',
      terminalId: 'T-77',
      cardAcceptorId: 'CH-4711',
      cardAcceptorAddress: {
        ...{ street: 'Bahnhofstrasse', buildingNumber: '1', townName: 'Zürich' },
        ...{ postalCode: '8001', country: 'CH' },
      },
      cardAcceptorPhone: '+41 44 000 00 00',
      merchantCategoryCode: '5814',
      originalAmount: { minor: 1_250n, currency: 'CHF' },
      grandTotalAmount: nok(-15_867n),
      markupFee: nok(273n),
      markupFeePercentage: '1.75',
      transactionDetails: 'Kontaktløs',
    },
  }
  const bookingDate = Temporal.PlainDate.from('2026-11-11')
  const valueDate = Temporal.PlainDate.from('2026-11-12')
  const given = { accountId: card.id, amount: nok(-15_867n), bookingDate, valueDate, details }
  const [entered] = await ledger.books(BigInt(world), (books) =>
    books.enter([{ ...given, endToEndId: 'e2e-1', invoiced: true }], at),
  )
  const { id } = value(entered!)
  const read = value(await bankIn(ledger, BigInt(world)).transaction(card.id, id))
  assert.deepEqual(read, value(entered!))
  assert.deepEqual(read.details, details)
  assert.equal(read.invoiced, true)
})
