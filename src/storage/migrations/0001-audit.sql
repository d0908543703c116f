-- For every table that only grows: attach it as a trigger before update, delete and truncate.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Table % is append-only: % is refused.', tg_table_name, lower(tg_op)
    using errcode = 'integrity_constraint_violation';
end
$$;

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  request_id text,
  details jsonb
);

create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
