-- PostgreSQL reads every CHECK of a table from its text, and prepares the condition of every partial
-- index, for each statement that writes to it: a quarter of what it cost to write a new payment.

-- What is one of a few words is a type.
create type payment_service as enum ('payments', 'bulk-payments', 'periodic-payments');
create type psu_context as enum ('PRIVATE', 'CORPORATE');
create type sca_link_shows as enum ('log-in', 'consent', 'own-consents', 'approval');
create type sca_link_outcome as enum ('approved', 'declined', 'aborted', 'locked', 'refused');

-- Rules about several columns are left to the compiler, which holds them where rows are made (about
-- 30 µs for each payment); none of these columns is ever changed.
--   payment: only a single payment has a parent (the type NewPayment).
--   sca_link: only an approval has a subject, and it always does; only the bank's own page has no TPP
--   (the type NewLink).
alter table payment
  drop constraint payment_service_check,
  drop constraint payment_context_check,
  drop constraint payment_check,
  alter column service type payment_service using service::payment_service,
  alter column context type psu_context using context::psu_context;

alter table basket
  drop constraint basket_context_check,
  alter column context type psu_context using context::psu_context;

-- By its id together with its subject an authorisation is found through sca_link_by_subject: nothing
-- has more than 50 of them. That no two have one id is left to chance, by which ids are drawn.
drop index sca_link_by_authorisation;
-- What was left behind is found by one index, whether it goes as a whole or only what was typed. Whoever
-- counts the bank's own pages sees in the index which they are. Until a PSU comes, an authorisation that
-- names no number is not in it.
drop index sca_link_by_age;
drop index sca_link_to_clear;

alter table sca_link
  drop constraint sca_link_shows_check,
  drop constraint sca_link_context_check,
  drop constraint sca_link_outcome_check,
  drop constraint sca_link_check,
  drop constraint sca_link_check1,
  alter column shows type sca_link_shows using shows::sca_link_shows,
  alter column context type psu_context using context::psu_context,
  alter column outcome type sca_link_outcome using outcome::sca_link_outcome;

create index sca_link_left_behind on sca_link (world_id, created_at, tpp_id)
  where authorisation_id is null
    or customer_number is not null or log_in_name is not null or code is not null;

-- As before, in the language that costs less to enter. Its statements see what was committed until each
-- of them began, so the second looks after the wait; null when there is none. Alike are those for the
-- same day, asked for or in the end, and those that name no day: likeness itself knows none any more.
drop function made_alike(bigint, text, bytea, timestamptz);
create function made_alike(world bigint, tpp text, wanted bytea, since timestamptz, requested date, execution date)
  returns boolean language sql as $$
select pg_advisory_xact_lock(hashtextextended(encode(wanted, 'hex'), world));
select true from payment p where p.world_id = world and p.tpp_id = tpp and p.likeness = wanted
  and p.created_at > since and p.parent_id is null
  and p.status not in ('ACCP', 'RJCT', 'CANC')
  and (p.requested_on is not distinct from requested or p.execution_on = execution) limit 1;
$$;
