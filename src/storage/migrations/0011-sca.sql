-- PSUs as the TPPs know them, what they have granted, and the links that lead them to the bank.
-- Nothing refers to the tables of our own ledger: another core keeps its customers elsewhere.

-- The PSU-ID: one for each TPP and customer, for good.
create table psu (
  world_id bigint not null references world,
  tpp_id text not null,
  id uuid not null,
  customer_id uuid not null,
  primary key (world_id, id),
  unique (world_id, tpp_id, customer_id)
);

-- The PSU-Corporate-ID: one for each TPP and agreement, for good.
create table psu_corporate (
  world_id bigint not null references world,
  tpp_id text not null,
  id uuid not null,
  agreement_id uuid not null,
  primary key (world_id, id),
  unique (world_id, tpp_id, agreement_id)
);

-- A scope is what the PSU acts in: 'PRIVATE', or the id of an agreement. A row says that the PSU
-- has authenticated in it, and when they last did.
create table psu_scope (
  world_id bigint not null,
  psu_id uuid not null,
  scope text not null,
  last_sca_at timestamptz not null,
  primary key (world_id, psu_id, scope),
  foreign key (world_id, psu_id) references psu
);

-- The one session that a TPP has with a PSU; a new one takes its place.
create table psu_session (
  world_id bigint not null,
  psu_id uuid not null,
  session_id text not null,
  -- Null when it was for a company and none was chosen.
  scope text,
  began_at timestamptz not null,
  primary key (world_id, psu_id),
  foreign key (world_id, psu_id) references psu
);

create table psu_grant (
  world_id bigint not null,
  psu_id uuid not null,
  scope text not null,
  account_id uuid not null,
  kind text not null check (kind in ('account', 'card')),
  granted_at timestamptz not null,
  primary key (world_id, psu_id, scope, account_id),
  foreign key (world_id, psu_id) references psu
);

-- Calls without the PSU, those of the last 24 hours at most: one row for each limit, so that
-- whoever counts holds the row. `listings` names each call, for the further pages of its list.
create table unattended_calls (
  world_id bigint not null,
  psu_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('balances', 'transactions', 'details')),
  called_at timestamptz[] not null,
  listings uuid[] not null,
  primary key (world_id, psu_id, account_id, kind),
  foreign key (world_id, psu_id) references psu
);

-- A link to the bank's pages and how far the PSU has come. Its address holds a secret of which only
-- the hash is kept; the token of the browser likewise.
create table sca_link (
  world_id bigint not null references world,
  secret_hash bytea not null unique,
  -- What is done there: to log in, to tick accounts, to see one's own consents, or to approve the
  -- subject of that kind and id. A link for one thing does nothing else.
  shows text not null check (shows in ('log-in', 'consent', 'own-consents', 'approval')),
  subject_kind text,
  subject_id text,
  reason text not null,
  -- Who asked, and where the PSU goes afterwards; nobody did when it is the bank's own page.
  tpp_id text,
  tpp_name text,
  redirect_uri text,
  prefers_app boolean not null default false,
  session_id text,
  -- What the request has settled already.
  customer_number text,
  context text check (context in ('PRIVATE', 'CORPORATE')),
  agreement_id uuid,
  -- Whether the PSU is asked for what is not settled.
  asks_context boolean not null,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  -- How far it has come.
  browser_hash bytea,
  log_in_name text,
  code text,
  code_failed boolean not null default false,
  customer_id uuid,
  outcome text check (outcome in ('approved', 'declined', 'aborted', 'locked', 'refused')),
  redirect text,
  primary key (world_id, secret_hash),
  check ((shows = 'approval') = (subject_kind is not null and subject_id is not null)),
  check ((shows = 'own-consents') = (tpp_id is null))
);

create index sca_link_by_age on sca_link (world_id, created_at);

-- By the name that was typed, whether anybody has it or not, so that a lock tells nothing.
create table log_in_lock (
  world_id bigint not null references world,
  log_in_name text not null,
  wrong_codes integer not null,
  locked_until timestamptz,
  primary key (world_id, log_in_name)
);
