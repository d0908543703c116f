-- The books of our own bank. All tables belong to a world.

create table customer (
  world_id bigint not null references world,
  id uuid not null,
  number text not null,
  name text not null,
  type text not null check (type in ('PRIVATE', 'CORPORATE')),
  organisation_number text,
  primary key (world_id, id),
  unique (world_id, number)
);

-- Accounts and card accounts alike: a transaction or a balance does not care which it is.
create table account (
  world_id bigint not null,
  id uuid not null,
  owner_id uuid not null,
  kind text not null check (kind in ('account', 'card')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  name text not null,
  product text not null,
  cash_account_type text not null,
  opened_on date not null,
  kid_required boolean not null default false,
  iban text,
  bban text,
  masked_pan text,
  primary key (world_id, id),
  foreign key (world_id, owner_id) references customer,
  unique (world_id, iban),
  unique (world_id, bban),
  check ((kind = 'account') = (iban is not null and bban is not null)),
  check ((kind = 'card') = (masked_pan is not null))
);

create index account_by_owner on account (world_id, owner_id);

-- What an account holds and may do: all that a booking has to look at, in one row that it locks.
-- Kept by the statement that writes the entries. Half of each page stays free, so that a new
-- balance goes beside the old one and no index has to follow.
create table account_balance (
  world_id bigint not null,
  account_id uuid not null,
  currency text not null,
  booked bigint not null default 0,
  -- Pending: what is set aside to leave, and what is announced to come. Neither is negative.
  reserved bigint not null default 0 check (reserved >= 0),
  incoming bigint not null default 0 check (incoming >= 0),
  -- Card accounts: the part of booked that is on an invoice.
  invoiced bigint not null default 0,
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  status text not null default 'enabled' check (status in ('enabled', 'blocked', 'closed')),
  payments_allowed boolean not null,
  changed_at timestamptz not null,
  primary key (world_id, account_id),
  foreign key (world_id, account_id) references account
) with (fillfactor = 50);

create table agreement (
  world_id bigint not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  primary key (world_id, id),
  foreign key (world_id, owner_id) references customer
);

create index agreement_by_owner on agreement (world_id, owner_id);

-- Limits are in the account's currency.
create table engagement (
  world_id bigint not null,
  id uuid not null,
  agreement_id uuid not null,
  customer_id uuid not null,
  account_id uuid not null,
  roles text[] not null check (roles <@ array['VIEW', 'REGISTER', 'APPROVE']),
  register_limit bigint check (register_limit >= 0),
  approval_limit bigint check (approval_limit >= 0),
  primary key (world_id, id),
  foreign key (world_id, agreement_id) references agreement,
  foreign key (world_id, customer_id) references customer,
  foreign key (world_id, account_id) references account,
  unique (world_id, agreement_id, customer_id, account_id)
);

create index engagement_by_customer on engagement (world_id, customer_id);

-- One sequence for all worlds; its numbers never leave the bank.
create sequence ledger_seq;

create table ledger_transaction (
  world_id bigint not null,
  seq bigint not null,
  -- The one that the interface shows.
  id uuid not null,
  kind text not null check (kind in ('payment', 'fee', 'entered', 'adjustment', 'returned')),
  entered_at timestamptz not null,
  value_date date not null,
  end_to_end_id text,
  -- What is printed and never searched.
  details jsonb not null,
  primary key (world_id, seq),
  unique (world_id, id)
);

-- Either a customer's account or one of the bank's own, which have no row and no balance anywhere:
-- a row that every transfer touches would make them wait for each other. For the same reason there
-- are no foreign keys, which lock the row they point to; a trigger below looks instead.
create table ledger_entry (
  world_id bigint not null,
  transaction_seq bigint not null,
  line smallint not null,
  account_id uuid,
  internal text check (internal in ('clearing', 'fees', 'exchange')),
  amount bigint not null,
  currency text not null,
  booking_date date not null,
  invoiced boolean not null,
  primary key (world_id, transaction_seq, line),
  check ((account_id is null) <> (internal is null))
);

-- In the order in which lists print. Unique, since a transaction touches an account once: its id
-- says which entry is meant.
create unique index ledger_entry_by_account
  on ledger_entry (world_id, account_id, booking_date, transaction_seq)
  where account_id is not null;

-- Looks once per statement and takes no locks. Never by reading a whole table: the plan is kept,
-- and the tables may have been small when it was made.
create function check_ledger_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  orphaned boolean;
  unbalanced boolean;
begin
  select bool_or(t.seq is null), bool_or(sums.amount <> 0) into orphaned, unbalanced
    from (select world_id, transaction_seq, sum(amount) as amount from added
          group by world_id, transaction_seq, currency) as sums
      left join ledger_transaction t on t.world_id = sums.world_id and t.seq = sums.transaction_seq;
  if orphaned then
    raise exception 'An entry is without its transaction.' using errcode = 'foreign_key_violation';
  end if;
  perform from added
    left join account a on a.world_id = added.world_id and a.id = added.account_id
    where added.account_id is not null and a.currency is distinct from added.currency;
  if found then
    raise exception 'An entry is without its account, or not in the currency of it.'
      using errcode = 'foreign_key_violation';
  end if;
  if unbalanced then
    insert into ledger_unbalanced (world_id, transaction_seq)
      select distinct world_id, transaction_seq from added
      group by world_id, transaction_seq, currency having sum(amount) <> 0
      on conflict do nothing;
  end if;
  return null;
end
$$;

-- Transactions whose entries did not come balanced in one statement. They may be completed before
-- the commit, where the deferred constraint sums them up. Ours always come whole, so it costs nothing.
create table ledger_unbalanced (
  world_id bigint not null,
  transaction_seq bigint not null,
  primary key (world_id, transaction_seq)
);

create function check_ledger_sum() returns trigger language plpgsql as $$
begin
  perform from ledger_entry e
    where e.world_id = new.world_id and e.transaction_seq = new.transaction_seq
    group by e.currency having sum(e.amount) <> 0;
  if found then
    raise exception 'The entries of ledger transaction % do not sum to zero.', new.transaction_seq
      using errcode = 'check_violation';
  end if;
  delete from ledger_unbalanced u
    where u.world_id = new.world_id and u.transaction_seq = new.transaction_seq;
  return null;
end
$$;

create trigger ledger_entry_checked after insert on ledger_entry
  referencing new table as added for each statement execute function check_ledger_entries();

create constraint trigger ledger_sums_to_zero after insert on ledger_unbalanced
  deferrable initially deferred for each row execute function check_ledger_sum();

-- What money is set aside for: a pending transaction. It stays when it has ended, so that a page
-- that was left at it can be turned.
create table reservation (
  world_id bigint not null,
  seq bigint not null default nextval('ledger_seq'),
  id uuid not null,
  account_id uuid not null,
  -- Negative when the money is to leave.
  amount bigint not null,
  currency text not null,
  reserved_on date not null,
  value_date date not null,
  entered_at timestamptz not null,
  end_to_end_id text,
  details jsonb not null,
  ended_at timestamptz,
  primary key (world_id, seq),
  unique (world_id, id),
  foreign key (world_id, account_id) references account
);

create index reservation_pending on reservation (world_id, account_id, reserved_on, seq)
  where ended_at is null;

-- How far the bank has got with a payment, by the reference of whoever ordered it.
create table payment_execution (
  world_id bigint not null,
  reference text not null,
  state text not null
    check (state in ('reserved', 'released', 'booked', 'settled', 'given-back', 'transferred')),
  -- The order, for the steps that follow, and to tell the same order sent again from another.
  payment jsonb not null,
  creditor_account_id uuid,
  reservation_id uuid,
  debtor_transaction_id uuid,
  creditor_transaction_id uuid,
  primary key (world_id, reference)
);

-- The hash chain: each block covers the transactions after those of the block before it, up to
-- last_seq, and its hash covers the hash before.
create table ledger_block (
  world_id bigint not null,
  number bigint not null,
  last_seq bigint not null,
  transactions bigint not null,
  entries bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (world_id, number)
);

-- What is written stays. Only a world that is cleared as a whole loses its rows, in a transaction
-- that says so first: set_config('nordgate.clearing_world', <world>, true).
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW'
    and current_setting('nordgate.clearing_world', true) = old.world_id::text then
    return old;
  end if;
  raise exception 'Table % is append-only: % is refused.', tg_table_name, lower(tg_op)
    using errcode = 'integrity_constraint_violation';
end
$$;

create trigger ledger_transaction_append_only before update or delete on ledger_transaction
  for each row execute function refuse_ledger_change();
create trigger ledger_transaction_kept before truncate on ledger_transaction
  for each statement execute function refuse_ledger_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();
create trigger ledger_entry_kept before truncate on ledger_entry
  for each statement execute function refuse_ledger_change();
create trigger ledger_block_append_only before update or delete on ledger_block
  for each row execute function refuse_ledger_change();
create trigger ledger_block_kept before truncate on ledger_block
  for each statement execute function refuse_ledger_change();
