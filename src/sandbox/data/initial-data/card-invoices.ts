import type { Day } from './calendar.ts'
import { type CardAccountKey, cardAccounts, customers } from './customers.ts'
import type { Entry, Period } from './history.ts'
import { type Movement, ownNumbers, pay } from './movement.ts'
import { parties } from './parties.ts'

const dueDay = 20

/** Each month's purchases are paid in full on the 20th of the next, from the owner's account. */
export function invoicePayments(entries: Entry[], { calendar }: Period): Movement[] {
  const ofCard = Map.groupBy(entries, ({ account }) => account)
  return (Object.keys(cardAccounts) as CardAccountKey[]).flatMap((card) => {
    const booked = (ofCard.get(card) ?? []).filter(({ status }) => status === 'booked')
    const ofMonth = Map.groupBy(booked, ({ bookedOn }) => bookedOn.iso.slice(0, 7))
    return calendar
      .filter(({ dayOfMonth }) => dayOfMonth === dueDay)
      .flatMap((due) => payment(card, due, ofMonth))
  })
}

function payment(card: CardAccountKey, due: Day, ofMonth: Map<string, Entry[]>): Movement[] {
  const month = due.date.subtract({ months: 1 }).toString().slice(0, 7)
  const minor = (ofMonth.get(month) ?? []).reduce((sum, entry) => sum - entry.minor, 0n)
  if (minor === 0n) return []
  const { paidFrom, owner, maskedPan } = cardAccounts[card]
  const text = `Kredittkortfaktura ${month}`
  const name = customers[owner].name
  return [
    pay(paidFrom, parties.cardIssuer, minor, due, { text }),
    {
      ...{ account: card, minor, on: due, settlement: 'forward' },
      details: {
        bankTransactionCode: 'PMNT-RCDT-DMCT',
        ...{ debtorName: name, debtorAccount: ownNumbers(paidFrom), creditorName: name },
        remittanceInformationUnstructured: text,
        card: { maskedPan, transactionDate: due.iso, transactionDetails: text },
      },
    },
  ]
}
