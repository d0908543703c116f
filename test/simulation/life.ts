import assert from 'node:assert/strict'
import type { PaymentRow } from './ledger.ts'

/** From which status a payment may come into which, copied by hand from the interface's table. */

type Steps = Readonly<Record<string, readonly string[]>>

/** What is carried out in batches. */
const single: Steps = {
  RCVD: ['ACTC', 'ACWC', 'RJCT', 'CANC'],
  ACTC: ['CANC', 'PDNG'],
  ACWC: ['CANC', 'PDNG'],
  PDNG: ['PDNG', 'ACSP', 'ACCP', 'RJCT'],
  ACSP: ['ACSC'],
}

/** ACTC is what needs no approval, and it is carried out at once all the same. */
const instant: Steps = {
  RCVD: ['ACSC', 'ACWP', 'ACCP', 'RJCT', 'CANC'],
  ACTC: ['ACSC', 'ACCP', 'RJCT'],
  ACWP: ['ACSC'],
}

const bulk: Steps = {
  RCVD: ['ACTC', 'ACWC', 'RJCT', 'CANC'],
  ACTC: ['CANC', 'PDNG'],
  ACWC: ['CANC', 'PDNG'],
  PDNG: ['PDNG', 'ACSP', 'ACSC', 'PART', 'RJCT'],
  ACSP: ['ACSC', 'PART'],
}

const periodic: Steps = {
  RCVD: ['ACTC', 'RJCT', 'CANC'],
  ACTC: ['CANC', 'ACSC'],
}

const first: Readonly<Record<string, readonly string[]>> = {
  payments: ['RCVD', 'ACTC'],
  'bulk-payments': ['RCVD'],
  'periodic-payments': ['RCVD'],
}

function stepsOf({ service, product }: PaymentRow): Steps {
  if (service === 'bulk-payments') return bulk
  if (service === 'periodic-payments') return periodic
  return product.startsWith('instant') ? instant : single
}

export function followsTable(row: PaymentRow): void {
  const { id, status, service, history } = row
  const statuses = history.map((step) => step.status)
  const allowed = stepsOf(row)
  assert.ok(first[service]?.includes(statuses[0]!), `${id} began as ${statuses[0]}`)
  for (const [place, { status: now, event }] of history.entries()) {
    const before = statuses[place - 1]
    if (before === undefined) continue
    assert.ok(allowed[before]?.includes(now), `${service} ${id} went from ${before} to ${now}`)
    assert.equal(event === 'held', before === 'PDNG' && now === 'PDNG', `${id} was ${event}`)
  }
  assert.equal(statuses.at(-1), status, `${id} has a status that its history does not have`)
}
