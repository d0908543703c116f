import type { Currency } from '../../src/kernel/currency.ts'

/** The bank as a page of arithmetic, to hold the ledger against. */
export interface ModelAccount {
  currency: Currency
  booked: bigint
  reserved: bigint
  limit: bigint
}

export interface ModelOrder {
  from: number
  to: number
  minor: bigint
  fee: bigint
}

type State = 'reserved' | 'released' | 'booked' | 'settled' | 'given-back' | 'transferred'

type Course = 'reserve' | 'transfer' | 'execute'

export type Step = 'book' | 'settle' | 'release' | 'giveBack'

export function ledgerModel(accounts: ModelAccount[]) {
  const payments = new Map<string, { order: ModelOrder; course: Course; state: State }>()
  const funds = ({ booked, reserved, limit }: ModelAccount) => booked - reserved + limit

  const opened = (reference: string, order: ModelOrder, course: Course): string | undefined => {
    const known = payments.get(reference)
    if (known) {
      const same = JSON.stringify(known.order, text) === JSON.stringify(order, text)
      return same && known.course === course && known.state !== 'released' ? 'ok' : 'reference-used'
    }
    const [from, to] = [accounts[order.from]!, accounts[order.to]!]
    if (order.from === order.to) return 'creditor-refuses'
    if (from.currency !== to.currency) return 'currency-not-held'
    return funds(from) < order.minor + order.fee ? 'insufficient-funds' : undefined
  }

  const moved = (reference: string, order: ModelOrder, course: Course, state: State): string => {
    const settled = opened(reference, order, course)
    if (settled !== undefined) return settled
    accounts[order.from]!.booked -= order.minor + order.fee
    accounts[order.to]!.booked += order.minor
    payments.set(reference, { order, course, state })
    return 'ok'
  }

  return {
    enter: (place: number, minor: bigint): string => {
      accounts[place]!.booked += minor
      return 'ok'
    },
    reserve: (reference: string, order: ModelOrder): string => {
      const settled = opened(reference, order, 'reserve')
      if (settled !== undefined) return settled
      accounts[order.from]!.reserved += order.minor + order.fee
      payments.set(reference, { order, course: 'reserve', state: 'reserved' })
      return 'ok'
    },
    transfer: (reference: string, order: ModelOrder): string =>
      moved(reference, order, 'transfer', 'transferred'),
    execute: (reference: string, order: ModelOrder): string =>
      moved(reference, order, 'execute', 'settled'),
    advance: (reference: string, step: Step): string => {
      const payment = payments.get(reference)
      if (!payment) return 'reference-unknown'
      const { order, state } = payment
      const { minor, fee } = order
      const [from, to] = [accounts[order.from]!, accounts[order.to]!]
      if (past[step].includes(state)) return 'ok'
      if (state !== before[step]) return 'reference-used'
      if (step === 'book') from.booked -= minor + fee
      if (step === 'book' || step === 'release') from.reserved -= minor + fee
      if (step === 'settle') to.booked += minor
      if (step === 'giveBack') from.booked += minor
      payment.state = past[step][0]!
      return 'ok'
    },
  }
}

const before: Record<Step, State> = {
  book: 'reserved',
  release: 'reserved',
  settle: 'booked',
  giveBack: 'booked',
}

const past: Record<Step, State[]> = {
  book: ['booked', 'settled', 'given-back'],
  release: ['released'],
  settle: ['settled'],
  giveBack: ['given-back'],
}

const text = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
