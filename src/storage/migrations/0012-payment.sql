-- Payments as TPPs initiate them. Nothing refers to the tables of our own ledger: another core keeps
-- its customers and accounts elsewhere, and knows a payment by its id as the reference of its order.

create table payment (
  world_id bigint not null references world,
  id uuid not null,
  tpp_id text not null,
  -- The product's own name, never an alias.
  service text not null check (service in ('payments', 'bulk-payments', 'periodic-payments')),
  product text not null,
  -- A part of a bulk payment, with its place there, or one execution of a periodic payment. Its life
  -- is that of any other payment, but it is approved and deleted with its parent only.
  parent_id uuid,
  place integer,
  -- Who pays. Null until somebody approves, when the TPP does not know the PSU yet; meant_for is
  -- then the number that they must log in with, if the TPP has told it.
  customer_id uuid,
  meant_for text,
  context text not null check (context in ('PRIVATE', 'CORPORATE')),
  -- Null in the corporate context until the PSU has chosen.
  agreement_id uuid,
  -- Null when the account is not here, which only the PSU is told.
  debtor_account_id uuid,
  -- What was asked for, in the words of the interface, put right where it may be written in many ways.
  body jsonb not null,
  -- Of a bulk payment the sum.
  amount bigint not null,
  currency text not null,
  -- In the currency of the debtor's account, as it was told when the payment was made.
  fee bigint not null default 0,
  fee_currency text,
  end_to_end_id text,
  requested_on date,
  execution_on date,
  status text not null,
  -- Every status it had, with the event that led there and when: [{"status", "event", "at"}].
  history jsonb not null,
  funds_available boolean,
  -- Why it failed, for the TPP: [{"category", "code", "text"}]; and what to tell the PSU.
  messages jsonb,
  psu_message text,
  -- Equal for payments that look like the same one.
  likeness bytea not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  -- From when on a batch may take it; null when none shall.
  ready_at timestamptz,
  -- Periodic payments: the day of the next execution; null before approval and after the last.
  next_on date,
  primary key (world_id, id),
  foreign key (world_id, parent_id) references payment,
  check ((service = 'payments') or parent_id is null)
);

create index payment_ready on payment (world_id, ready_at, id) where ready_at is not null;
create index payment_next on payment (world_id, next_on, id) where next_on is not null;
create index payment_by_parent on payment (world_id, parent_id, place, id) where parent_id is not null;
create index payment_by_likeness on payment (world_id, tpp_id, likeness, created_at)
  where parent_id is null;

-- Payments that are approved together.
create table basket (
  world_id bigint not null references world,
  id uuid not null,
  tpp_id text not null,
  customer_id uuid,
  meant_for text,
  context text not null check (context in ('PRIVATE', 'CORPORATE')),
  agreement_id uuid,
  created_at timestamptz not null,
  -- Approved or declined: its payments go their own ways from then on.
  decided_at timestamptz,
  deleted_at timestamptz,
  primary key (world_id, id)
);

create table basket_payment (
  world_id bigint not null,
  basket_id uuid not null,
  payment_id uuid not null,
  place integer not null,
  primary key (world_id, basket_id, place),
  foreign key (world_id, basket_id) references basket,
  foreign key (world_id, payment_id) references payment
);

create index basket_payment_by_payment on basket_payment (world_id, payment_id);

-- A link for an approval is an authorisation too: the TPP follows it by this id, which opens nothing.
-- `binding` is what the code on the PSU's device was made for: amount and payees.
alter table sca_link add column authorisation_id uuid;
alter table sca_link add column binding text;

create unique index sca_link_by_authorisation on sca_link (world_id, authorisation_id)
  where authorisation_id is not null;
create index sca_link_by_subject on sca_link (world_id, subject_kind, subject_id, created_at)
  where subject_id is not null;

-- Authorisations are kept for good, so the search for old links passes over them.
drop index sca_link_by_age;
create index sca_link_by_age on sca_link (world_id, created_at) where authorisation_id is null;
