-- In the sandbox every TPP has a bank of its own, a world. Every table that belongs to one has
-- world_id as the first column of its primary key, and storage/world.ts refuses a statement that
-- does not tie it to the caller's world.
create table world (
  id bigint generated always as identity primary key,
  -- The organizationIdentifier of the TPP, or '*' for the one world that all TPPs share.
  owner text not null unique,
  -- The world's clock is real time plus this; it only grows.
  clock_ahead_ms bigint not null default 0 check (clock_ahead_ms >= 0),
  created_at timestamptz not null
);
