-- Whoever writes into a world holds it, and a world is taken away only by who has it alone and has
-- emptied it. A foreign key looks the same thing up once more and locks the world's row for it, which
-- writes to that row: all calls of a world would do so at the same time.
alter table payment drop constraint payment_world_id_fkey;
alter table sca_link drop constraint sca_link_world_id_fkey;

-- The hash of a secret is one of its kind in all worlds: a second index of it with the world was one
-- too many.
alter table sca_link drop constraint sca_link_pkey;
alter table sca_link drop constraint sca_link_secret_hash_key;
alter table sca_link add primary key (secret_hash);
