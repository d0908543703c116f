import { hash } from 'node:crypto'
import { allowClearing } from '../../bank/ledger/ledger.ts'
import {
  inWorld,
  type Queries,
  statement,
  type WorldStatement,
  worldStatement,
} from '../../storage/storage.ts'

/** All that a world holds, whatever the tables are: SQL made from the database's own catalogue. */
interface ContentTable {
  name: string
  /** Without those that the database computes. */
  columns: string[]
}

/** They outlive a reset and a restore; each of which is a new edition of the register. */
const outliving = new Set(['snapshot', 'snapshot_part', 'register_edition'])
/** What is in no snapshot: a move of the clock belongs to the call that asked for it. */
const leftOut = new Set([...outliving, 'clock_move'])

const readTables = statement<[], ContentTable>(
  'world-content-tables',
  `select t.relname::text as name, array_agg(c.attname::text order by c.attnum) as columns
   from pg_class t join pg_attribute c on c.attrelid = t.oid
   where t.relnamespace = current_schema()::regnamespace
     and t.relkind in ('r', 'p') and not t.relispartition
     and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
   group by t.relname having bool_or(c.attname = 'world_id') order by t.relname`,
)

async function tablesBut(queries: Queries, without: Set<string>): Promise<ContentTable[]> {
  return (await queries.rows(readTables, [])).filter(({ name }) => !without.has(name))
}

/** Named by its text, since the tables of two databases need not be the same. */
const generated = <P extends readonly unknown[], R = never>(
  name: string,
  text: string,
): WorldStatement<P, R> => worldStatement(`${name}-${hash('sha256', text).slice(0, 16)}`, text)

/** In one statement, so that rows which refer to each other go together. */
export async function emptyWorld(tx: Queries, world: bigint): Promise<void> {
  const deletes = (await tablesBut(tx, outliving)).map(
    ({ name }, index) => `d${index} as (delete from ${name} where ${name}.world_id = $1)`,
  )
  const text = `with ${deletes.join(', ')} select 1`
  await allowClearing(inWorld(tx, world))
  await inWorld(tx, world).run(generated<[]>('world-empty', text), [])
}

export async function countContent(queries: Queries, world: bigint): Promise<bigint> {
  const counts = (await tablesBut(queries, leftOut)).map(
    ({ name }) => `(select count(*) from ${name} where ${name}.world_id = $1)`,
  )
  const text = `select ${counts.join(' + ')} as rows`
  const counted = generated<[], { rows: bigint }>('world-count', text)
  return (await inWorld(queries, world).row(counted, []))?.rows ?? 0n
}

/** In one statement, so that all of it is of the same moment. */
export async function copyContent(tx: Queries, world: bigint, snapshot: string): Promise<void> {
  const parts = (await tablesBut(tx, leftOut)).map(
    ({ name }) => `select '${name}' as table_name,
       (select json_agg(row_to_json(${name})) from ${name} where ${name}.world_id = $1) as content`,
  )
  const text = `insert into snapshot_part (world_id, snapshot_id, table_name, content)
    select $1, $2, part.table_name, part.content from (${parts.join(' union all ')}) as part
    where part.content is not null`
  await inWorld(tx, world).run(generated<[string]>('world-copy', text), [snapshot])
}

/** Into a world that was emptied before. */
export async function putBackContent(tx: Queries, world: bigint, snapshot: string): Promise<void> {
  const tables = new Map((await tablesBut(tx, leftOut)).map((table) => [table.name, table.columns]))
  const parts = await inWorld(tx, world).rows(readParts, [snapshot])
  const inserts = parts.map(({ name, columns }, index) => {
    // A column that came since gets its default, one that went is left out.
    const kept = (tables.get(name) ?? []).filter((column) => columns.includes(column))
    return `i${index} as (${insertOf(name, kept)})`
  })
  if (inserts.length === 0) return
  const text = `with ${inserts.join(', ')} select 1`
  await inWorld(tx, world).run(generated<[string]>('world-put-back', text), [snapshot])
}

function insertOf(table: string, columns: string[]): string {
  const others = columns.filter((column) => column !== 'world_id').map((column) => `"${column}"`)
  return `insert into ${table} (${['world_id', ...others].join(', ')}) overriding system value
    select ${['$1', ...others.map((column) => `r.${column}`)].join(', ')}
    from snapshot_part p cross join lateral json_populate_recordset(null::${table}, p.content) as r
    where p.world_id = $1 and p.snapshot_id = $2 and p.table_name = '${table}'`
}

const readParts = worldStatement<[snapshot: string], ContentTable>(
  'snapshot-parts',
  `select p.table_name as name, array(select json_object_keys(p.content -> 0)) as columns
   from snapshot_part p where p.world_id = $1 and p.snapshot_id = $2 order by p.table_name`,
)
