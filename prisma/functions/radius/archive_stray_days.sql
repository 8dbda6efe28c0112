-- Moves at most `batch` days before then that have no partition of their own: of services that were quiet for as long. Returns how many.
create or replace function radius.archive_stray_days(before date, batch integer) returns bigint language sql as $$
  with picked as (
    select service_id, day from radius.usage_day_default where day < before limit batch for update skip locked
  ), moved as (
    delete from radius.usage_day_default d using picked p where d.service_id = p.service_id and d.day = p.day returning d.*
  ), kept as (
    insert into crm_archive.usage_day as d (service_id, day, in_bytes, out_bytes, seconds)
    select service_id, day, in_bytes, out_bytes, seconds from moved
    on conflict (service_id, day) do update set
      in_bytes = least(d.in_bytes::numeric + excluded.in_bytes, 9223372036854775807),
      out_bytes = least(d.out_bytes::numeric + excluded.out_bytes, 9223372036854775807),
      seconds = least(d.seconds::numeric + excluded.seconds, 9223372036854775807)
    returning 1
  )
  select count(*) from kept
$$;
