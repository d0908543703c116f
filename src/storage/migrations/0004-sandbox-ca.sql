-- The sandbox's own CA, the bank's seal and its TLS certificate: rows, not files, so that every
-- process on the same database is the same bank.
create table sandbox_identity (
  name text primary key check (name in ('ca', 'bank', 'tls')),
  certificate text not null,
  private_key text not null,
  not_after timestamptz not null
);

create table sandbox_certificate (
  serial text primary key,
  organization_identifier text not null,
  defect text,
  issued_at timestamptz not null
);

create index sandbox_certificate_by_age on sandbox_certificate (issued_at);
