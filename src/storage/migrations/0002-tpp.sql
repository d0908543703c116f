-- TPPs as this bank knows them. In the sandbox the first valid call makes the entry.
create table tpp (
  id text primary key,
  name text not null,
  roles text[] not null check (roles <@ array['AISP', 'PISP']),
  source text not null check (source in ('first-call', 'register', 'operator')),
  blocked boolean not null default false,
  registered_at timestamptz not null
);

create table tpp_contact (
  tpp_id text primary key references tpp,
  email text not null,
  changed_at timestamptz not null
);

-- One row for each certificate on a revocation list; the issuer is the SHA-256 of its DER name.
create table revoked_certificate (
  issuer text not null,
  serial text not null,
  revoked_at timestamptz not null,
  primary key (issuer, serial)
);
