-- Whom a link is meant for, where the TPP has named them by their PSU-ID: so that the bank knows, and
-- the page does not tell. customer_number is from now on only what the TPP itself has told.
alter table sca_link add column expected_customer_id uuid;

-- Who has made a mistake is remembered for a day, by the clock of their world, whether anybody has the
-- name or not. The default is for rows of snapshots that were made before.
alter table log_in_lock add column touched_at timestamptz not null default now();
update log_in_lock l set touched_at = now() + w.clock_ahead_ms * interval '1 millisecond'
  from world w where w.id = l.world_id;
create index log_in_lock_by_age on log_in_lock (world_id, touched_at);

-- Authorisations are kept for good, what was typed on their way is not.
create index sca_link_to_clear on sca_link (world_id, created_at) where authorisation_id is not null
  and (customer_number is not null or log_in_name is not null or code is not null);

-- Whether the PSU is there, looked at after the wait for the world: as long as it is held, they stay.
create function hold_psu(held bigint, psu_id uuid) returns boolean language plpgsql as $$
begin
  perform hold_world(held);
  return exists (select from psu p where p.world_id = held and p.id = psu_id);
end
$$;
