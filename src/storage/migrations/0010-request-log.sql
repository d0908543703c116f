-- The latest calls of each TPP, for its developers. Bounded for each TPP by the statement that
-- writes it; no bodies, no headers but X-Request-ID, and nothing about a PSU.
create table request_log (
  tpp_id text not null,
  id bigint generated always as identity,
  at timestamptz not null,
  request_id text,
  method text not null,
  path text not null,
  operation text,
  status smallint not null,
  code text,
  error_id uuid,
  -- The check that refused the call; none refused it when this is null.
  refused_at text,
  fault_id uuid,
  duration_us integer not null,
  primary key (tpp_id, id)
);
