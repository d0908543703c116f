-- One row for each batch that had work to do. It is written with the batch's first chunk and marked
-- done with its last, each in the transaction of that chunk: what is running here and held by
-- nobody was left behind by a process that died, and is carried on by any other.
create table batch_run (
  world_id bigint not null references world on delete cascade,
  kind text not null,
  -- By the world's clock; the times below are real.
  due_at timestamptz not null,
  state text not null check (state in ('running', 'done')),
  counts jsonb not null default '{}',
  -- Who asked for it, when it did not fall due by itself.
  tpp_id text,
  request_id text,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (world_id, kind, due_at)
);

create index batch_run_running on batch_run (world_id, kind) where state = 'running';
create index batch_run_request on batch_run (world_id, tpp_id, request_id) where tpp_id is not null;

-- A jump of a world's clock, from the call that asked for it until the clock stands at the target.
create table clock_move (
  world_id bigint not null references world on delete cascade,
  tpp_id text not null,
  request_id text not null,
  target timestamptz not null,
  batches integer not null,
  executed bigint not null default 0,
  -- Real times; a move that was not touched for a while has lost its process.
  started_at timestamptz not null,
  touched_at timestamptz not null,
  finished_at timestamptz,
  primary key (world_id, tpp_id, request_id)
);

create unique index clock_move_one_at_a_time on clock_move (world_id) where finished_at is null;
