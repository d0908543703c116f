-- A world as it was: its clock here, its rows in snapshot_part, one part for each table. Rows are
-- kept as JSON by column name, so that a snapshot outlives a migration that adds a column.
create table snapshot (
  world_id bigint not null references world on delete cascade,
  id uuid not null,
  -- In the order in which they were taken, which the clock need not tell.
  place bigint generated always as identity,
  name text,
  -- By the world's clock.
  taken_at timestamptz not null,
  -- What a restore sets the clock to: as far ahead of real time as it was then.
  clock_ahead_ms bigint not null,
  row_count bigint not null,
  primary key (world_id, id)
);

create table snapshot_part (
  world_id bigint not null,
  snapshot_id uuid not null,
  table_name text not null,
  content json not null,
  primary key (world_id, snapshot_id, table_name),
  foreign key (world_id, snapshot_id) references snapshot (world_id, id) on delete cascade
);
