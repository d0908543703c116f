import assert from 'node:assert/strict'
import { type Actor, type Run, reading, send } from './actor.ts'
import type { Changes, Ledger, PaymentRow } from './ledger.ts'
import { followsTable } from './life.ts'
import type { ModelPayment } from './model.ts'
import { pathOf } from './pay.ts'

/**
 * What must hold after every step, whatever it was. The database is asked for what has changed
 * since the step before; now and then, and at the end, for everything.
 */
export async function checkStep(run: Run): Promise<void> {
  const changes = await run.ledger.look()
  checkRows(run, changes)
  const touched = changes.rows.filter(({ parentId }) => parentId === null)
  if (touched.length > 0) await checkPrivacy(run, run.chance.pick(touched))
}

export async function checkEverything(run: Run): Promise<void> {
  run.ledger.forget()
  const changes = await run.ledger.look()
  checkRows(run, changes)
}

/** Every payment there is, asked for by everybody else. */
export async function checkAllPrivacy(run: Run): Promise<void> {
  for (const row of run.ledger.tops()) await checkPrivacy(run, row)
}

function checkRows({ actors, ledger }: Run, { rows, faults }: Changes): void {
  assert.deepEqual(faults, [])
  for (const row of rows) followsTable(row)
  for (const row of rows) movesOnce(row, ledger)
  for (const actor of actors) {
    checkPayments(actor, ledger)
    checkBalances(actor, ledger)
  }
}

/** Nothing moves money twice, without an approval, or without saying so. */
function movesOnce(row: PaymentRow, ledger: Ledger): void {
  const { id, status, service, history, approved, parentId } = row
  if (service !== 'payments') return
  const booked = ledger.bookedTimes(row)
  assert.equal(booked, status === 'ACSP' || status === 'ACSC' ? 1 : 0, `${id} is ${status}`)
  assert.equal(row.executed, booked === 1, `${id}: what the bank did is not what it booked`)
  const exempt = parentId === null && history[0]?.event === 'created-exempt'
  if (booked > 0) assert.ok(approved || exempt, `${id} was executed without approval`)
}

function checkPayments({ model, tpp }: Actor, ledger: Ledger): void {
  const tops = ledger.tops(tpp.organizationIdentifier)
  assert.equal(tops.length, model.payments.size, 'there are other payments than were made')
  for (const payment of model.payments.values()) {
    const children = ledger.childrenOf(payment.id)
    checkPayment(payment, ledger.payment(payment.id), ledger)
    assert.equal(children.length, payment.children.length, describe(payment))
    for (const [place, child] of payment.children.entries()) {
      checkPayment(child, children[place], ledger)
    }
  }
}

function checkPayment(payment: ModelPayment, row: PaymentRow | undefined, ledger: Ledger): void {
  const { status, kind, moved } = payment
  if (row?.status !== status) assert.equal(row?.status, status, describe(payment))
  if (kind === 'bulk' || kind === 'periodic') return
  const booked = ledger.bookedTimes(row)
  if (booked !== moved) assert.equal(booked, moved, `${describe(payment)} has moved money`)
}

const describe = ({ kind, id, asked, amount }: ModelPayment): string =>
  `${kind} ${id} of ${amount} asked for on ${asked}`

function checkBalances({ model, tpp }: Actor, ledger: Ledger): void {
  for (const { bban, booked, reserved } of model.accounts.values()) {
    const balance = ledger.balance(tpp.organizationIdentifier, bban)
    assert.equal(BigInt(balance?.booked ?? 0), booked, `booked on ${bban}`)
    assert.equal(BigInt(balance?.reserved ?? 0), reserved, `set aside on ${bban}`)
  }
}

/** Another TPP learns nothing, whatever it asks with. */
async function checkPrivacy({ actors, chance }: Run, { id, tppId }: PaymentRow): Promise<void> {
  const one = actors.find(({ tpp }) => tpp.organizationIdentifier === tppId)
  const other = chance.pick(actors.filter((actor) => actor !== one))
  const target = `${pathOf(one!.model.payments.get(id)!.kind)}/${id}`
  const [method, path] = chance.pick([
    ['GET', target],
    ['GET', `${target}/status`],
    ['DELETE', target],
  ] as const)
  const { status } = await send(other, method, path, { headers: reading })
  assert.equal(status, 404, `${method} ${path} by another TPP`)
}
