import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untiedTables } from './world-check.ts'

const tables = ['account', 'entry']

const tied = [
  'select name from account where account.world_id = $1 and account.id = $2',
  'select a.name from account as a join entry e on e.account_id = a.id and e.world_id = $1 where a.world_id = $1',
  'select a.name from account a, entry e where a.world_id = $1 and e.world_id = $1',
  'insert into account (world_id, id) values ($1, $2)',
  'insert into entry (world_id, id) select $1, id from unnest($2::bigint[]) as id',
  'update account set name = $2 where account.world_id = $1 and id = $3',
  'delete from entry where entry.world_id = $1',
  'select 1 from world where id = $1',
  'delete from entry e using account a where e.account_id = a.id and e.world_id = $1 and a.world_id = $1',
  'merge into account a using entry e on a.id = e.account_id and a.world_id = $1 and e.world_id = $1 when matched then do nothing',
  'select a.name from account a join entry e using (account) where a.world_id = $1 and e.world_id = $1',
  'insert into entry (world_id, id, account) select $1, p.id, p.account from unnest($2::bigint[], $3::text[]) as p (id, account)',
]

const untied: [sql: string, tables: string[]][] = [
  ['select name from account where id = $1', ['account']],
  ['select name from account where account.world_id = $10', ['account']],
  [
    'select a.name from account a join entry e on e.account_id = a.id where a.world_id = $1',
    ['entry'],
  ],
  ['select a.name from account a, entry e where a.world_id = $1', ['entry']],
  ['insert into account (id, world_id) values ($1, $2)', ['account']],
  ['insert into account (world_id, id) values ($2, $1)', ['account']],
  ['update account set name = $2 where id = $1', ['account']],
  ['delete from entry', ['entry']],
  ['delete from entry using account where entry.world_id = $1', ['account']],
  ['delete from entry e using account a where e.world_id = $1', ['account']],
  ['delete from account where account.world_id = $1 and id in (select 1 from entry)', ['entry']],
  ['merge into account using entry on account.world_id = $1', ['entry']],
  ['merge into account a using (select id from entry) e on a.world_id = $1', ['entry']],
  ['select 1 from account join entry on true where account.world_id = $1', ['entry']],
  [
    'select 1 from account a join world using (world_id) join entry e using (id) where a.world_id = $1',
    ['entry'],
  ],
  [
    'select x.id from (select id from account a, entry) as x (id, entry) where a.world_id = $1',
    ['entry'],
  ],
  ['with x as (select id from entry) select a.id from account a where a.world_id = $1', ['entry']],
  [
    'select id from account where account.world_id = $1 -- entry\n union select id from entry',
    ['entry'],
  ],
]

for (const sql of tied) {
  test(`takes a statement that ties each table to its world: ${sql.slice(0, 60)}`, () => {
    assert.deepEqual(untiedTables(sql, tables), [])
  })
}

for (const [sql, expected] of untied) {
  test(`refuses a statement that forgets the world: ${sql.slice(0, 60)}`, () => {
    assert.deepEqual(untiedTables(sql, tables), expected)
  })
}
