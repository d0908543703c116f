-- The register of a bank: who its customers are, which accounts they reach, and with what rights. It
-- seldom changes, so a process may remember what it was told of it for as long as the edition is the
-- same. An edition is the transaction that last changed the register, by its id and the time it began:
-- none is used twice. The id alone may be, in a database that was restored from a dump or has lost its
-- last transactions.
--
-- A table of its own and not a column of world, whose row batches lock. Nor is it part of what a
-- snapshot keeps: a register that is put back is a new edition of it.
create table register_edition (
  world_id bigint primary key,
  edition text not null
);

create function new_register_edition() returns text language sql as
  $$ select pg_current_xact_id() || ' ' || extract(epoch from transaction_timestamp()) $$;

insert into register_edition (world_id, edition) select id, new_register_edition() from world;

-- Once per statement; and a transaction that changes much writes its edition once.
create function renew_register_edition() returns trigger language plpgsql as $$
begin
  insert into register_edition as r (world_id, edition)
    select distinct changed.world_id, new_register_edition() from changed
    on conflict (world_id) do update set edition = excluded.edition
      where r.edition <> excluded.edition;
  return null;
end
$$;

create trigger customer_added after insert on customer
  referencing new table as changed for each statement execute function renew_register_edition();
create trigger customer_changed after update on customer
  referencing new table as changed for each statement execute function renew_register_edition();
create trigger customer_removed after delete on customer
  referencing old table as changed for each statement execute function renew_register_edition();

create trigger account_added after insert on account
  referencing new table as changed for each statement execute function renew_register_edition();
create trigger account_changed after update on account
  referencing new table as changed for each statement execute function renew_register_edition();
create trigger account_removed after delete on account
  referencing old table as changed for each statement execute function renew_register_edition();

create trigger engagement_added after insert on engagement
  referencing new table as changed for each statement execute function renew_register_edition();
create trigger engagement_changed after update on engagement
  referencing new table as changed for each statement execute function renew_register_edition();
create trigger engagement_removed after delete on engagement
  referencing old table as changed for each statement execute function renew_register_edition();

-- Of a balance only whether the account may be used belongs to the register. Every posting writes
-- the others, by an insert that meets the row: triggers of a statement would be called each time,
-- those of a row are for what was inserted, or changed in these columns.
create function renew_register_edition_of_row() returns trigger language plpgsql as $$
begin
  insert into register_edition as r (world_id, edition)
    values (new.world_id, new_register_edition())
    on conflict (world_id) do update set edition = excluded.edition
      where r.edition <> excluded.edition;
  return null;
end
$$;

create trigger account_balance_added after insert on account_balance
  for each row execute function renew_register_edition_of_row();
create trigger account_balance_changed after update of status, payments_allowed on account_balance
  for each row
  when ((old.status, old.payments_allowed) is distinct from (new.status, new.payments_allowed))
  execute function renew_register_edition_of_row();
create trigger account_balance_removed after delete on account_balance
  referencing old table as changed for each statement execute function renew_register_edition();

create function forget_register_edition() returns trigger language plpgsql as $$
begin
  delete from register_edition r where r.world_id = old.id;
  return null;
end
$$;

-- Not by a foreign key: it would lock the world's row.
create trigger world_removed after delete on world
  for each row execute function forget_register_edition();
