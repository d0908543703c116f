import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { CashAccountType } from '../port.ts'

export interface OpeningAccount {
  id: string
  ownerId: string
  kind: 'account' | 'card'
  currency: Currency
  name: string
  product: string
  cashAccountType: CashAccountType
  paymentsAllowed: boolean
  kidRequired: boolean
  iban: string | null
  bban: string | null
  maskedPan: string | null
  creditLimit: Money
  numberDrawn: boolean
}

/** The ids of those whose numbers were free; each has its empty balance. */
export async function insertAccounts(
  world: WorldQueries,
  accounts: readonly OpeningAccount[],
  openedOn: Temporal.PlainDate,
  at: Temporal.Instant,
): Promise<Set<string>> {
  const inserted = await world.rows(insertRows, [
    openedOn,
    at,
    accounts.map(({ id }) => id),
    accounts.map(({ ownerId }) => ownerId),
    accounts.map(({ kind }) => kind),
    accounts.map(({ currency }) => currency),
    accounts.map(({ name }) => name),
    accounts.map(({ product }) => product),
    accounts.map(({ cashAccountType }) => cashAccountType),
    accounts.map(({ paymentsAllowed }) => paymentsAllowed),
    accounts.map(({ kidRequired }) => kidRequired),
    accounts.map(({ iban }) => iban),
    accounts.map(({ bban }) => bban),
    accounts.map(({ maskedPan }) => maskedPan),
    accounts.map(({ creditLimit }) => creditLimit.minor),
  ])
  return new Set(inserted.map(({ id }) => id))
}

const insertRows = worldStatement<
  [
    openedOn: Temporal.PlainDate,
    at: Temporal.Instant,
    ids: string[],
    ownerIds: string[],
    kinds: string[],
    currencies: Currency[],
    names: string[],
    products: string[],
    cashAccountTypes: string[],
    paymentsAllowed: boolean[],
    kidRequired: boolean[],
    ibans: (string | null)[],
    bbans: (string | null)[],
    maskedPans: (string | null)[],
    creditLimits: bigint[],
  ],
  { id: string }
>(
  'accounts-insert',
  `with opening as (
     select * from unnest((select $4::uuid[]), (select $5::uuid[]), (select $6::text[]), (select $7::text[]), (select $8::text[]), (select $9::text[]),
       (select $10::text[]), (select $11::boolean[]), (select $12::boolean[]), (select $13::text[]), (select $14::text[]), (select $15::text[]),
       (select $16::bigint[]))
       as o (id, owner_id, kind, currency, name, product, cash_account_type, payments_allowed,
         kid_required, iban, bban, masked_pan, credit_limit)
   ), opened as (
     insert into account (world_id, id, owner_id, kind, currency, name, product,
       cash_account_type, opened_on, kid_required, iban, bban, masked_pan)
     select $1, o.id, o.owner_id, o.kind, o.currency, o.name, o.product, o.cash_account_type,
       $2, o.kid_required, o.iban, o.bban, o.masked_pan
     from opening o
     on conflict do nothing returning id
   )
   insert into account_balance
     (world_id, account_id, currency, credit_limit, payments_allowed, changed_at)
   select $1, o.id, o.currency, o.credit_limit, o.payments_allowed, $3 from opening o join opened using (id)
   returning account_id as id`,
)
