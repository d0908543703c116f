import type { Actor, Run } from './actor.ts'
import { bankingDayFrom } from './calendar.ts'
import type { Kind, ModelPayment } from './model-payment.ts'
import { companiesOf } from './rights.ts'

/** What people want to pay, by chance, and how a TPP writes that. */

/** At other banks, the last one slow with instant payments; the check digits are right. */
const elsewhere = ['95360573002', '26743379224', '12072512349', '99930000015']

/** Would be at this bank, if anybody had it. */
const nobodys = '99911199005'

/** One payment as a PSU might want it; no two have the same text. */
export interface Wish {
  debtor: string
  creditor: string
  amount: bigint
  text: string
}

export function wishOf({ chance }: Run, actor: Actor, debtor: string): Wish {
  const { accounts } = actor.model
  const { booked } = actor.model.account(debtor)
  // Also those that hold no kroner, which the bank says at once to a PSU that it knows, or are not
  // there, as it finds out when it pays.
  const here = [...accounts.keys(), nobodys].filter((bban) => bban !== debtor)
  const creditor = chance.oneIn(2) ? chance.pick(elsewhere) : chance.pick(here)
  // Now and then more than there is.
  const most = chance.oneIn(6) ? booked * 2n : booked / 5n
  const amount = 1n + (BigInt(chance.below(1000)) * (most > 0n ? most : 1000n)) / 1000n
  return { debtor, creditor, amount, text: `no ${++actor.count}` }
}

interface Ask {
  forOthers: boolean
  inNok: boolean
}

export interface Payer {
  owner: string
  company: string | undefined
  debtor: string
}

/** A person for themselves, or for a company. */
export function debtorOf({ chance }: Run, { model, people }: Actor, of: Partial<Ask> = {}): Payer {
  const { forOthers = true, inNok = true } = of
  const owner = chance.pick([...people.keys()])
  const company = forOthers && chance.oneIn(3) ? chance.pick(companiesOf(owner)) : undefined
  const own = [...model.accounts.values()].filter(
    (account) => account.owner === (company ?? owner) && (!inNok || account.currency === 'NOK'),
  )
  return { owner, company, debtor: chance.pick(own).bban }
}

export const amountOf = (minor: bigint, currency = 'NOK') => ({
  amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
  currency,
})

export const numbered = (bban: string) => ({ bban, currency: 'NOK' })

export const partOf = ({ creditor, amount, text }: Wish) => ({
  instructedAmount: amountOf(amount),
  creditorName: 'Per Mottaker',
  creditorAccount: numbered(creditor),
  remittanceInformationUnstructured: text,
})

export const dated = (asked: Temporal.PlainDate | undefined) =>
  asked && { requestedExecutionDate: asked.toString() }

export const someDay = ({ chance }: Run, { model }: Actor): Temporal.PlainDate | undefined =>
  chance.oneIn(2) ? model.today.add({ days: chance.below(12) }) : undefined

export function paymentOf(
  { model }: Actor,
  { owner, company, debtor }: Payer,
  { creditor, amount }: Pick<Wish, 'creditor' | 'amount'>,
  kind: Kind,
  asked: Temporal.PlainDate | undefined,
): ModelPayment {
  const day = bankingDayFrom(asked ?? model.today)
  return {
    ...{ id: '', kind, owner, company, debtor, creditor, amount, status: 'RCVD', children: [] },
    ...{ asked: asked ?? day, dated: asked !== undefined, day, approved: false, moved: 0 },
    ...{ debit: amount, fee: 0n, value: amount, open: false },
  }
}
