-- Moves at most `batch` sessions before then that have no partition of their own, since they lasted for months. Returns how many; the
-- archive has a partition for their months.
create or replace function radius.archive_stray_sessions(before date, needed_since timestamptz, batch integer) returns bigint
language sql as $$
  with picked as (
    select id, started_at from radius.session_log_default
    where started_at < before::timestamp at time zone 'UTC' and ended_at < needed_since
    limit batch for update skip locked
  ), moved as (
    delete from radius.session_log_default s using picked p where s.id = p.id and s.started_at = p.started_at returning s.*
  ), kept as (
    insert into crm_archive.session_log select * from moved returning 1
  )
  select count(*) from kept
$$;
