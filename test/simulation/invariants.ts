import assert from 'node:assert/strict'
import type { Run } from './actor.ts'
import type { Changes, Ledger, PaymentRow } from './ledger.ts'
import { followsTable } from './life.ts'
import type { ModelWorld } from './model.ts'
import type { ModelAccount, ModelPayment } from './model-payment.ts'
import { strangerTries } from './strangers.ts'

/**
 * What must hold after every step, whatever it was. The database is asked for what has changed
 * since the step before; now and then, and at the end, for everything.
 */
export async function checkStep(run: Run): Promise<void> {
  const changes = await run.ledger.look()
  check(run, changes)
  const touched = changes.rows.filter(({ parentId }) => parentId === null)
  if (touched.length > 0) await strangerTries(run, run.chance.pick(touched))
}

export async function checkEverything(run: Run): Promise<void> {
  run.ledger.forget()
  const changes = await run.ledger.look()
  check(run, changes)
}

/** Every payment there is, asked for by everybody else. */
export async function checkAllPrivacy(run: Run): Promise<void> {
  for (const row of run.ledger.tops()) await strangerTries(run, row)
}

/** What holds for every row by itself, whatever the model says. */
export function checkRows(ledger: Ledger, { rows, faults }: Changes): void {
  assert.deepEqual(faults, [])
  for (const row of rows) followsTable(row)
  for (const row of rows) movesOnce(row, ledger)
}

function check({ actors, ledger }: Run, changes: Changes): void {
  checkRows(ledger, changes)
  for (const { model, tpp } of actors) {
    const difference = differenceIn(model, tpp.organizationIdentifier, ledger)
    assert.equal(difference, undefined)
  }
}

/** Where the bank is not as the model says; it is the TPP's own unless another owner is named. */
export function differenceIn(
  model: ModelWorld,
  tppId: string,
  ledger: Ledger,
  bankOwner = tppId,
): string | undefined {
  const tops = ledger.tops(tppId).length
  if (tops !== model.payments.size) return `${tops} payments instead of ${model.payments.size}`
  for (const payment of model.payments.values()) {
    const children = ledger.childrenOf(payment.id)
    if (children.length !== payment.children.length) {
      return `${describe(payment)} has ${children.length} of ${payment.children.length} children`
    }
    const found =
      differenceOf(payment, ledger.payment(payment.id), ledger) ??
      firstOf(payment.children, (child, place) => differenceOf(child, children[place], ledger))
    if (found !== undefined) return found
  }
  return firstOf([...model.accounts.values()], (account) =>
    differenceOn(account, bankOwner, ledger),
  )
}

function firstOf<T>(
  all: readonly T[],
  differs: (each: T, place: number) => string | undefined,
): string | undefined {
  for (const [place, each] of all.entries()) {
    const found = differs(each, place)
    if (found !== undefined) return found
  }
  return undefined
}

function differenceOf(
  payment: ModelPayment,
  row: PaymentRow | undefined,
  ledger: Ledger,
): string | undefined {
  const { status, kind, moved } = payment
  if (row?.status !== status) return `${describe(payment)} is ${row?.status}, not ${status}`
  if (kind === 'bulk' || kind === 'periodic') return undefined
  const booked = ledger.bookedTimes(row)
  return booked === moved
    ? undefined
    : `${describe(payment)} was booked ${booked} times, not ${moved}`
}

function differenceOn(
  { bban, booked, reserved }: ModelAccount,
  bankOwner: string,
  ledger: Ledger,
): string | undefined {
  const balance = ledger.balance(bankOwner, bban)
  const told = `${balance?.booked} with ${balance?.reserved} set aside`
  const expected = `${booked} with ${reserved} set aside`
  return told === expected ? undefined : `${bban} has ${told}, not ${expected}`
}

/** Nothing moves money twice, without an approval, or without saying so. */
function movesOnce(row: PaymentRow, ledger: Ledger): void {
  const { id, status, service, history, approved, parentId } = row
  if (service !== 'payments') return
  const booked = ledger.bookedTimes(row)
  const hasLeft = status === 'ACSP' || status === 'ACWP' || status === 'ACSC'
  assert.equal(booked, hasLeft ? 1 : 0, `${id} is ${status}`)
  assert.equal(row.executed, booked === 1, `${id}: what the bank did is not what it booked`)
  const exempt = parentId === null && history[0]?.event === 'created-exempt'
  if (booked > 0) assert.ok(approved || exempt, `${id} was executed without approval`)
}

const describe = ({ kind, id, asked, amount }: ModelPayment): string =>
  `${kind} ${id} of ${amount} asked for on ${asked}`
