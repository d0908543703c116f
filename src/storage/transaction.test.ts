import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { atEnd, storageAt, temporaryServer } from './storage.fixture.ts'
import { statement } from './storage.ts'

const server = await temporaryServer()
await server.createDatabase('shared')
const storage = await storageAt(server.url('shared'))

const admin = new pg.Client({ connectionString: server.url('shared') })
await admin.connect()
atEnd(() => admin.end())
await admin.query('create table test_account (name text primary key, amount bigint not null)')

const insertAccount = statement<[name: string, amount: bigint]>(
  'test.insert-account',
  'insert into test_account (name, amount) values ($1, $2)',
)
const addAmount = statement<[name: string, amount: bigint]>(
  'test.add-amount',
  'update test_account set amount = amount + $2 where name = $1',
)
const amountOf = statement<[name: string], { amount: bigint }>(
  'test.amount-of',
  'select amount from test_account where name = $1',
)
const allAccounts = statement<[], { name: string }>(
  'test.accounts',
  'select name from test_account',
)
const auditOf = statement<
  [action: string],
  { actor: string; request_id: string | null; details: unknown; at: Temporal.Instant }
>('test.audit-of', 'select actor, request_id, details, at from audit where action = $1 order by id')

function note(action: string) {
  return { actor: 'tester', action, requestId: null }
}

/** Holds each comer until all have come, once; whoever comes again passes. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let came = 0
  return () => {
    came++
    if (came >= size) resolve()
    return promise
  }
}

test('commits the work together with one audit row', async () => {
  const result = await storage.transaction(
    { actor: 'PSDNO-FSA-1', action: 'commit', requestId: 'r-1', details: { n: 1 } },
    async (tx) => {
      assert.equal(await tx.run(insertAccount, ['commit', 5n]), 1)
      return 'done'
    },
  )
  assert.equal(result, 'done')
  assert.deepEqual(await storage.row(amountOf, ['commit']), { amount: 5n })
  const [row, ...more] = await storage.rows(auditOf, ['commit'])
  assert.equal(more.length, 0)
  assert.equal(row?.actor, 'PSDNO-FSA-1')
  assert.equal(row?.request_id, 'r-1')
  assert.deepEqual(row?.details, { n: 1 })
  assert(row?.at instanceof Temporal.Instant)
})

test('rolls back when the work throws, and throws the very same error', async () => {
  const refusal = new Error('refused')
  const failing = storage.transaction(note('rollback'), async (tx) => {
    await tx.run(insertAccount, ['rollback', 1n])
    throw refusal
  })
  await assert.rejects(failing, (error) => error === refusal)
  assert.equal(await storage.row(amountOf, ['rollback']), undefined)
  assert.deepEqual(await storage.rows(auditOf, ['rollback']), [])
})

test('rolls back when the work throws before its first wait', async () => {
  const refusal = new Error('refused at once')
  const failing = storage.transaction(note('sync'), () => {
    throw refusal
  })
  await assert.rejects(failing, (error) => error === refusal)
  await storage.transaction(note('after sync'), (tx) => tx.run(insertAccount, ['after sync', 1n]))
  assert.equal((await storage.rows(auditOf, ['after sync'])).length, 1)
})

test('does not commit when the work has swallowed a failed statement', async () => {
  const failing = storage.transaction(note('swallow'), async (tx) => {
    await tx.run(insertAccount, ['swallow', 1n])
    await tx.run(insertAccount, ['swallow', 1n]).catch(() => {})
  })
  await assert.rejects(failing, { code: '25P02' })
  assert.equal(await storage.row(amountOf, ['swallow']), undefined)
})

test('does not commit when the audit row cannot be written', async () => {
  for (const details of [{ impossible: 1n }, { refused: '\u0000' }]) {
    const failing = storage.transaction({ ...note('no audit'), details }, (tx) =>
      tx.run(insertAccount, ['no audit', 1n]),
    )
    await assert.rejects(failing)
    assert.equal(await storage.row(amountOf, ['no audit']), undefined)
  }
})

test('throws what a deferred constraint finds at the commit', async () => {
  await admin.query(`create table test_pair (a int unique deferrable initially deferred)`)
  const insert = statement<[a: number]>('test.pair', 'insert into test_pair values ($1)')
  const failing = storage.transaction(note('deferred'), async (tx) => {
    await tx.run(insert, [1])
    await tx.run(insert, [1])
  })
  await assert.rejects(failing, { code: '23505' })
  assert.deepEqual(await storage.rows(auditOf, ['deferred']), [])
})

test('commits what is sent last along with the work', async () => {
  await storage.transaction(note('last'), async (tx) => {
    await tx.run(insertAccount, ['last', 1n])
    tx.runLast(addAmount, ['last', 2n])
  })
  assert.deepEqual(await storage.row(amountOf, ['last']), { amount: 3n })
})

test('commits nothing when what is sent last fails, and throws why', async () => {
  const failing = storage.transaction(note('last fails'), async (tx) => {
    await tx.run(insertAccount, ['last fails', 1n])
    tx.runLast(insertAccount, ['last fails', 1n])
  })
  await assert.rejects(failing, { code: '23505' })
  assert.equal(await storage.row(amountOf, ['last fails']), undefined)
  assert.deepEqual(await storage.rows(auditOf, ['last fails']), [])
})

test('throws what whoever sent it last makes of the failure, and nobody else', async () => {
  const taken = (name: string) => (error: unknown) =>
    error instanceof pg.DatabaseError && error.detail?.includes(`(${name})`)
      ? new Error(`${name} is taken`)
      : error
  await storage.transaction(note('one'), (tx) => tx.run(insertAccount, ['second', 1n]))
  const failing = storage.transaction(note('last explained'), async (tx) => {
    tx.runLast(insertAccount, ['first', 1n], taken('first'))
    tx.runLast(insertAccount, ['second', 1n], taken('second'))
  })
  await assert.rejects(failing, { message: 'second is taken' })
  assert.equal(await storage.row(amountOf, ['first']), undefined)
  assert.deepEqual(await storage.rows(auditOf, ['last explained']), [])
})

for (const count of [1, 2, 4, 5, 20]) {
  test(`commits ${count} that are sent last, each with its own parameters`, async () => {
    const names = Array.from({ length: count }, (_, place) => `last ${count} ${place}`)
    await storage.transaction(note(`last ${count}`), async (tx) => {
      for (const [place, name] of names.entries()) tx.runLast(insertAccount, [name, BigInt(place)])
    })
    const found = await Promise.all(names.map((name) => storage.row(amountOf, [name])))
    assert.deepEqual(
      found,
      names.map((_, place) => ({ amount: BigInt(place) })),
    )
    assert.equal((await storage.rows(auditOf, [`last ${count}`])).length, 1)
  })
}

test('sends what is last only when the work is done', async () => {
  const failing = storage.transaction(note('last unsent'), async (tx) => {
    tx.runLast(insertAccount, ['unsent', 1n])
    await tx.run(insertAccount, ['unsent', 1n])
    throw new Error('the work failed')
  })
  await assert.rejects(failing, { message: 'the work failed' })
})

test('refuses a write outside a transaction', async () => {
  await assert.rejects(storage.run(insertAccount, ['outside', 1n]), { code: '25006' })
})

test('refuses a statement after its transaction has ended', async () => {
  const kept = await storage.transaction(note('kept'), async (tx) => tx)
  await assert.rejects(kept.rows(allAccounts, []), /after its transaction had ended/)
})

test('runs the statements of one transaction that are sent together', async () => {
  await storage.transaction(note('together'), async (tx) => {
    await Promise.all(['p', 'q', 'r'].map((name) => tx.run(insertAccount, [name, 1n])))
  })
  assert.deepEqual(await storage.row(amountOf, ['r']), { amount: 1n })
})

test('runs the work again after a deadlock', async () => {
  await storage.transaction(note('prepare'), async (tx) => {
    await tx.run(insertAccount, ['left', 0n])
    await tx.run(insertAccount, ['right', 0n])
  })
  const bothHoldOne = meeting(2)
  let attempts = 0
  const move = (first: string, second: string) =>
    storage.transaction(note('deadlock'), async (tx) => {
      attempts++
      await tx.run(addAmount, [first, 1n])
      await bothHoldOne()
      await tx.run(addAmount, [second, 1n])
    })
  await Promise.all([move('left', 'right'), move('right', 'left')])
  assert.equal(attempts, 3)
  assert.deepEqual(await storage.row(amountOf, ['left']), { amount: 2n })
  assert.deepEqual(await storage.row(amountOf, ['right']), { amount: 2n })
  assert.equal((await storage.rows(auditOf, ['deadlock'])).length, 2)
})

test('runs the work again after a serialisation failure', async () => {
  const serialisable = statement<[]>(
    'test.serialisable',
    'set transaction isolation level serializable',
  )
  const count = statement<[], { n: bigint }>('test.count', 'select count(*) as n from test_account')
  const bothHaveRead = meeting(2)
  // The one that fails may come again before the other is quite there, and would fail once more.
  const { promise: firstIsThere, resolve: arrive } = Promise.withResolvers<void>()
  let attempts = 0
  const insert = async (name: string) => {
    const read = await storage.transaction(note('serialise'), async (tx) => {
      if (++attempts > 2) await firstIsThere
      await tx.run(serialisable, [])
      const { n } = (await tx.row(count, []))!
      await bothHaveRead()
      await tx.run(insertAccount, [name, n])
      return n
    })
    arrive()
    return read
  }
  const [one, other] = await Promise.all([insert('skew 1'), insert('skew 2')])
  assert.notEqual(one, other)
  assert.equal(attempts, 3)
})

test('gives up a conflict that never ends', async () => {
  let attempts = 0
  const conflict = Object.assign(new Error('again'), { code: '40001' })
  const failing = storage.transaction(note('endless'), async () => {
    attempts++
    throw conflict
  })
  await assert.rejects(failing, (error) => error === conflict)
  assert.equal(attempts, 8)
})

test('a single statement is committed with its audit row and answers with its rows', async () => {
  const insertReturning = statement<[name: string], { name: string; amount: bigint }>(
    'test.insert-returning',
    'insert into test_account (name, amount) values ($1, 7) returning name, amount',
  )
  const rows = await storage.write(note('single'), insertReturning, ['single'])
  assert.deepEqual(rows, [{ name: 'single', amount: 7n }])
  assert.deepEqual(await storage.row(amountOf, ['single']), { amount: 7n })
  assert.equal((await storage.rows(auditOf, ['single'])).length, 1)
})

test('a single statement that fails leaves no audit row, and its connection is good', async () => {
  await storage.write(note('first of its name'), insertAccount, ['taken', 1n])
  for (let turn = 0; turn < 5; turn++) {
    const failing = storage.write(note('single fails'), insertAccount, ['taken', 1n])
    await assert.rejects(failing, { code: '23505' })
  }
  assert.deepEqual(await storage.rows(auditOf, ['single fails']), [])
  await storage.write(note('single after'), insertAccount, ['single after', 1n])
  assert.equal((await storage.rows(auditOf, ['single after'])).length, 1)
})

test('a single statement is not committed when the audit row cannot be written', async () => {
  for (const details of [{ impossible: 1n }, { refused: '\u0000' }]) {
    const failing = storage.write({ ...note('single no audit'), details }, insertAccount, [
      'single no audit',
      1n,
    ])
    await assert.rejects(failing)
    assert.equal(await storage.row(amountOf, ['single no audit']), undefined)
  }
})

test('a single statement throws what a deferred constraint finds at the commit', async () => {
  await admin.query(`create table test_deferred (a int unique deferrable initially deferred)`)
  const insertTwice = statement<[a: number]>(
    'test.deferred',
    'insert into test_deferred select $1::int from generate_series(1, 2)',
  )
  await assert.rejects(storage.write(note('single deferred'), insertTwice, [1]), { code: '23505' })
  assert.deepEqual(await storage.rows(auditOf, ['single deferred']), [])
})

test('a single statement is run again after a conflict, and given up when that never ends', async () => {
  await admin.query(`create sequence test_attempts;
    create function test_conflict(until bigint) returns bigint language plpgsql as $$
    declare attempt bigint := nextval('test_attempts');
    begin
      if attempt < until then raise exception 'again' using errcode = '40001'; end if;
      return attempt;
    end $$`)
  const conflict = statement<[until: number], { attempt: bigint }>(
    'test.conflict',
    'select test_conflict($1) as attempt',
  )
  assert.deepEqual(await storage.write(note('again'), conflict, [3]), [{ attempt: 3n }])
  assert.equal((await storage.rows(auditOf, ['again'])).length, 1)
  await assert.rejects(storage.write(note('again'), conflict, [1000]), { code: '40001' })
  assert.equal(await attempts(), 11n)
})

async function attempts(): Promise<bigint> {
  const { rows } = await admin.query('select last_value from test_attempts')
  return BigInt(rows[0].last_value)
}
