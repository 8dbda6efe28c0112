-- Usernames are searched whatever their case, and every search is one on lower(username): a whole name and `name%` go
-- through the unique index (text_pattern_ops orders by characters in any locale), `%part%` through the trigrams.
-- The trigrams of a prefix are those of thousands of names: over a million services they took 200 times as long.
drop index crm.service_username_key;
create unique index service_username_key on crm.service (isp_id, lower(username) text_pattern_ops)
  where deleted_at is null;
drop index crm.service_username_trgm_idx;
create index service_username_trgm_idx on crm.service using gin (lower(username) gin_trgm_ops);

-- The server administrator, whom no ISP narrows, lists by id unless it says otherwise, and looks names up: its pages
-- would sort the services of all ISPs.
create index service_id_idx on crm.service (id) where deleted_at is null;
create index service_all_username_idx on crm.service (username, id) where deleted_at is null;
