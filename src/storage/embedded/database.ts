import pg from 'pg'

const duplicateDatabase = '42P04'
const uniqueViolation = '23505'

export async function createDatabase(adminUrl: string, name: string, template?: string) {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'nordgate create' })
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(creation(name, template)).catch(ignoreDuplicate)
  } finally {
    await client.end()
  }
}

function creation(name: string, template?: string): string {
  const text = `create database ${pg.escapeIdentifier(name)}`
  return template === undefined ? text : `${text} template ${pg.escapeIdentifier(template)}`
}

/** Another process was faster; depending on how much, the server says so in two ways. */
function ignoreDuplicate(error: Error & { code?: string }): void {
  if (error.code !== duplicateDatabase && error.code !== uniqueViolation) throw error
}
