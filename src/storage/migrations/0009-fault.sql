-- What a TPP has planned to go wrong with its own next calls. Kept by TPP and not by world: in a
-- world that several share, nobody trips over another's plan.
create table fault (
  tpp_id text not null,
  id uuid not null,
  -- The order in which faults were planned is the order in which they strike.
  place bigint generated always as identity,
  method text not null check (method in ('*', 'GET', 'POST', 'PUT', 'DELETE')),
  path text not null,
  moment text not null check (moment in ('before', 'after')),
  status smallint check (status between 400 and 599),
  code text,
  delay_ms integer check (delay_ms > 0),
  drops boolean not null,
  times integer not null check (times > 0),
  times_left integer not null check (times_left between 0 and times),
  planned_at timestamptz not null,
  primary key (tpp_id, id),
  check (status is not null or delay_ms is not null or drops)
);

-- Asked on every call of the sandbox; empty for nearly every TPP.
create index fault_to_come on fault (tpp_id, place) where times_left > 0;
