import type { Account, CardAccount, PartyAccount, TransactionDetails } from '../../bank/port.ts'
import { parseBban } from '../../kernel/bban.ts'
import { bbanOf, ibanOf, parseIban } from '../../kernel/iban.ts'
import type { Input } from '../../wire/operation.ts'
import type { createSandboxTransaction } from '../../wire/sandbox-transactions.ts'
import { refusedBecause } from './books-refusal.ts'

type Order = Input<typeof createSandboxTransaction>['body']
type Given = NonNullable<Order['debtorAccount']>

/** Which way a mock transaction goes, and what is told about both ends. */
export function mockParties(order: Order, account: Account | CardAccount) {
  const debtor = partyAccount(order.debtorAccount, 'body/debtorAccount')
  const creditor = partyAccount(order.creditorAccount, 'body/creditorAccount')
  if (debtor && !isSame(debtor, account)) {
    const text = 'must be the account in the path: nobody else’s money can be moved from here'
    throw refusedBecause({ path: 'body/debtorAccount', text })
  }
  const incoming = creditor !== undefined && isSame(creditor, account)
  if (incoming && debtor) {
    const text = 'is the debtor’s account as well; leave the debtor’s out for money that comes in'
    throw refusedBecause({ path: 'body/creditorAccount', text })
  }
  return { incoming, details: detailsOf(order, account, { incoming, creditor }) }
}

/** What is kept as it was told; the rest is ours to say. */
const keptTexts = [
  'remittanceInformationUnstructured',
  'creditorName',
  'debtorName',
  'bankTransactionCode',
  'ultimateDebtor',
  'ultimateCreditor',
  'purposeCode',
] as const

function detailsOf(
  order: Order,
  account: Account | CardAccount,
  { incoming, creditor }: { incoming: boolean; creditor: PartyAccount | undefined },
): TransactionDetails {
  const own = 'iban' in account ? { iban: account.iban, bban: account.bban } : undefined
  const [ownName, ownAccount] = incoming
    ? ['creditorName', 'creditorAccount']
    : ['debtorName', 'debtorAccount']
  return {
    bankTransactionCode: incoming ? 'PMNT-RCDT-DMCT' : 'PMNT-ICDT-DMCT',
    [ownName]: account.ownerName,
    ...Object.fromEntries(keptTexts.map((name) => [name, order[name]]).filter(([, text]) => text)),
    ...(own && { [ownAccount]: own }),
    ...(!incoming && creditor && { creditorAccount: creditor }),
  }
}

const isSame = (given: PartyAccount, account: Account | CardAccount): boolean =>
  'iban' in account && given.iban === account.iban

/** Either number tells the other: an IBAN ends in the account number of its country. */
function partyAccount(given: Given | undefined, path: string): PartyAccount | undefined {
  if (!given || (given.iban === undefined && given.bban === undefined)) return undefined
  if (given.iban === undefined) {
    const bban = parseBban(given.bban ?? '')
    if (!bban.ok) throw refusedBecause({ path: `${path}/bban`, text: bban.text })
    return { bban: bban.value, iban: ibanOf(bban.value) }
  }
  const iban = parseIban(given.iban)
  if (!iban.ok) throw refusedBecause({ path: `${path}/iban`, text: iban.text })
  const bban = bbanOf(iban.value) ?? iban.value.slice(4)
  if (given.bban !== undefined && given.bban.replace(/[ .]/g, '') !== bban) {
    throw refusedBecause({ path: `${path}/bban`, text: 'is not the account of the IBAN' })
  }
  return { iban: iban.value, bban }
}
