-- The answers to POST, PUT and DELETE, kept for 24 hours under the TPP's own request id, so that
-- the same request sent again gets the same answer and does nothing twice.
create table kept_answer (
  tpp_id text not null,
  request_id text not null,
  fingerprint bytea not null,
  kept_at timestamptz not null,
  status smallint,
  headers jsonb,
  body bytea,
  primary key (tpp_id, request_id)
);

create index kept_answer_by_age on kept_answer (kept_at);
