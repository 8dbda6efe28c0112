-- Removes at most `batch` answers to log-ins that have no partition of their own.
create or replace function radius.remove_stray_answers(before date, batch integer) returns bigint language sql as $$
  with removed as (
    delete from radius.auth_log_default where ctid = any (array(
      select ctid from radius.auth_log_default where at < before::timestamp at time zone 'UTC' limit batch)) returning 1
  )
  select count(*) from removed
$$;
