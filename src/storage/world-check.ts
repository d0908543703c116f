import { worldTables } from './world-tables.ts'

/** Words that may follow a table's name and are not its alias. */
const keywords = new Set(
  `as cross except fetch for full group having inner intersect join lateral left limit natural offset
   on order returning right select set union using values where window`.split(/\s+/),
)

interface Use {
  verb: string
  table: string
  alias: string
}

/**
 * The world's tables in a statement that nothing ties to `$1`: each use needs its own
 * `alias.world_id = $1`, and an insert needs world_id as first column and `$1` as its value.
 */
export function untiedTables(text: string, tables: readonly string[] = worldTables): string[] {
  const sql = plain(text)
  const uses = usesIn(sql, tables)
  const untied = uses.filter(({ verb, table, alias }) =>
    verb === 'insert into'
      ? !insertIsTied(sql, table)
      : ties(sql, alias) <
        uses.filter((use) => use.verb !== 'insert into' && use.alias === alias).length,
  )
  return [...new Set(untied.map(({ table }) => table))]
}

/** The world's tables that a statement touches at all. */
export const worldTablesIn = (text: string, tables: readonly string[] = worldTables): string[] =>
  usesIn(plain(text), tables).map(({ table }) => table)

const plain = (text: string): string =>
  text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').toLowerCase()

/** A column may have the name of a table; nothing but names in parentheses is no use of one. */
const columnList = /\( ?\w+(?: ?, ?\w+)* ?\)/g

function usesIn(sql: string, tables: readonly string[]): Use[] {
  // Only looked at ahead, a word that begins the next use is still there to be found.
  const found = sql
    .replace(columnList, '')
    .matchAll(
      /(\binsert into|\bfrom|\bjoin|\bupdate|\bmerge into|\busing|,)(?=\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?(\w+))?)/g,
    )
  return [...found]
    .map(([, verb = '', table = '', word = '']) => ({
      verb,
      table,
      alias: word === '' || keywords.has(word) ? table : word,
    }))
    .filter(({ table }) => tables.includes(table))
}

const ties = (sql: string, alias: string): number =>
  [...sql.matchAll(new RegExp(`\\b${alias}\\.world_id = \\$1(?!\\d)`, 'g'))].length

const insertIsTied = (sql: string, table: string): boolean =>
  new RegExp(
    `insert into ${table}(?: as \\w+)? ?\\( ?world_id\\b[^)]*\\) (?:overriding \\w+ value )?(?:values ?\\( ?\\$1(?!\\d)|select \\$1(?!\\d))`,
  ).test(sql)
