import { ibanOf } from '../../kernel/iban.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import { drawBban, drawMaskedPan } from './account-numbers.ts'
import { type AccountRow, toAccount, toCardAccount } from './account-rows.ts'
import { accountRows } from './accounts.ts'
import { done, refuse } from './answer.ts'
import type { BooksRefusal, BooksResult, NewAccount, NewCardAccount } from './books.ts'
import { allCustomers } from './customers.ts'
import { insertAccounts, type OpeningAccount } from './insert-accounts.ts'

export async function openAccounts(
  world: WorldQueries,
  random: Random,
  accounts: readonly NewAccount[],
  at: Temporal.Instant,
) {
  const results = await open(
    world,
    accounts.map((account) => () => currentAccount(account, random)),
    at,
  )
  return results.map(as(toAccount))
}

export async function openCardAccounts(
  world: WorldQueries,
  random: Random,
  accounts: readonly NewCardAccount[],
  at: Temporal.Instant,
) {
  const results = await open(
    world,
    accounts.map((account) => () => cardAccount(account, random)),
    at,
  )
  return results.map(as(toCardAccount))
}

const currentAccount = (account: NewAccount, random: Random): OpeningAccount => {
  const bban = account.bban ?? drawBban(random)
  return {
    ...inCommon(account, random, 'Brukskonto'),
    kind: 'account',
    cashAccountType: account.cashAccountType ?? 'CACC',
    paymentsAllowed: account.paymentsAllowed ?? true,
    kidRequired: account.kidRequired ?? false,
    iban: ibanOf(bban),
    bban,
    maskedPan: null,
    numberDrawn: account.bban === undefined,
  }
}

const cardAccount = (account: NewCardAccount, random: Random): OpeningAccount => ({
  ...inCommon(account, random, 'Kredittkort'),
  kind: 'card',
  cashAccountType: 'CARD',
  paymentsAllowed: false,
  kidRequired: false,
  iban: null,
  bban: null,
  maskedPan: account.maskedPan ?? drawMaskedPan(random),
  numberDrawn: false,
})

function inCommon(account: NewAccount | NewCardAccount, random: Random, product: string) {
  const currency = account.currency ?? 'NOK'
  return {
    id: account.id ?? random.uuid(),
    ownerId: account.ownerId,
    currency,
    name: account.name ?? account.product ?? product,
    product: account.product ?? product,
    creditLimit: account.creditLimit ?? { minor: 0n, currency },
  }
}

const drawsMax = 20

/** An account whose number was drawn and is taken draws again; one with a given number is refused. */
async function open(
  world: WorldQueries,
  makers: readonly (() => OpeningAccount)[],
  at: Temporal.Instant,
): Promise<BooksResult<AccountRow>[]> {
  const owners = new Set((await allCustomers(world)).map(({ id }) => id))
  const waiting = makers.map((make, place) => ({ make, place, account: make() }))
  const refusals = waiting.map(({ account }) => plainRefusal(account, owners))
  const opened: (string | undefined)[] = makers.map(() => undefined)
  let open = waiting.filter(({ place }) => refusals[place] === undefined)
  for (let draw = 0; open.length > 0 && draw < drawsMax; draw++) {
    const inserted = await insertAccounts(
      world,
      open.map(({ account }) => account),
      osloDate(at),
      at,
    )
    for (const { place, account } of open) if (inserted.has(account.id)) opened[place] = account.id
    open = open
      .filter(({ account }) => !inserted.has(account.id) && account.numberDrawn)
      .map(({ make, place }) => ({ make, place, account: make() }))
  }
  const rows = await accountRows(
    world,
    opened.filter((id) => id !== undefined),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return opened.map((id, place) => {
    const row = byId.get(id ?? '')
    return row ? done(row) : refuse(refusals[place] ?? 'number-taken')
  })
}

function plainRefusal(account: OpeningAccount, owners: Set<string>): BooksRefusal | undefined {
  if (!isUuid(account.ownerId) || !owners.has(account.ownerId)) return 'customer-unknown'
  if (account.creditLimit.currency !== account.currency) return 'currency-not-held'
  return undefined
}

const as =
  <To>(to: (row: AccountRow) => To) =>
  (result: BooksResult<AccountRow>): BooksResult<To> =>
    result.ok ? done(to(result.value)) : result
