-- Functions that wait for a lock and then look: each statement within a function sees what was
-- committed until it began, where a single statement sees what was there before it waited.

-- Any number may hold a world, but nobody has it alone meanwhile. Tells how far its clock is ahead.
create function hold_world(held bigint) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('nordgate world', held));
  return (select clock_ahead_ms from world where id = held);
end
$$;

-- Whether the TPP has made a payment that looks the same. Of two that are made at once, the second
-- waits for the first to end.
create function made_alike(world bigint, tpp text, wanted bytea, since timestamptz)
  returns boolean language plpgsql strict as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(wanted, 'hex'), world));
  return exists (
    select from payment p where p.world_id = world and p.tpp_id = tpp and p.likeness = wanted
      and p.created_at > since and p.parent_id is null
      and p.status not in ('ACCP', 'RJCT', 'CANC'));
end
$$;
