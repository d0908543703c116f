-- A batch takes what is ready in chunks, and the parts of a bulk payment in their order across them.
drop index payment_ready;
create index payment_ready on payment (world_id, ready_at, place, id) where ready_at is not null;
