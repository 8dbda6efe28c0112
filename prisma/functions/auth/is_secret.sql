-- The names that are secrets, by LIKE: a regular expression costs twice as much.
create or replace function auth.is_secret(name text) returns boolean language sql immutable as $$
  select name like '%secret%' or name like '%password%' or name like '%digest%' or name like '%hash%' or name like '%\_enc%'
$$;
