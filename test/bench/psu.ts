import { consent } from '../consented.ts'
import { ingrid } from '../headless-psu.ts'
import type { BenchCall, BenchTpp, LimitQuery } from './case.ts'

/** A PSU of the initial state who has just let the TPP in, and is there. */
export interface BenchPsu {
  /** The one with half a year of everyday transactions. */
  accountId: string
  read(target: string): BenchCall
}

export async function letIn(tpp: BenchTpp): Promise<BenchPsu> {
  const psu = await consent(tpp, { customerNumber: ingrid })
  const { body } = await psu.get<{ accounts: { resourceId: string }[] }>('/v1/accounts')
  const headers = {
    ...psu.headers,
    'TPP-Session-ID': psu.sessionId,
    'PSU-IP-Address': '192.0.2.17',
  }
  return {
    accountId: body.accounts[0]?.resourceId ?? '',
    read: (target) => ({ method: 'GET', target, headers }),
  }
}

/** In SQL: the world of the TPP $1, and the link to a resource. */
export const worldOfTpp = '(select id from world where owner = $1)'
export const linkTo = (path: string): string => `'https://127.0.0.1:12345/v1/' || ${path}`

export const rowsOf = (sql: string, ...parameters: LimitQuery['parameters']): LimitQuery => ({
  sql,
  parameters,
  answers: 'rows',
})
