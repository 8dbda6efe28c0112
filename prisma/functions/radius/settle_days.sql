-- A period that runs counts its volume again from its days (service/action update_usage). Before a month is removed, the days
-- that such a period has in it are taken out of both sides of that sum: of at most `batch` services with a larger id. Returns
-- the last one, NULL where there is none.
create or replace function radius.settle_days(month date, after_service integer, batch integer) returns integer language sql as $$
  with picked as (
    select u.service_id, coalesce(u.counted_from, '-infinity') as since from radius.usage u
    where u.service_id > after_service and coalesce(u.counted_from, '-infinity') < (month + interval '1 month')::date
      and exists (
        select from crm_archive.usage_day d
        where d.service_id = u.service_id and d.day >= greatest(month, u.counted_from)
          and d.day < (month + interval '1 month')::date)
    order by u.service_id limit batch for update
  ), gone as (
    delete from crm_archive.usage_day d using picked p
    where d.service_id = p.service_id and d.day >= greatest(month, p.since) and d.day < (month + interval '1 month')::date
    returning d.service_id, d.in_bytes, d.out_bytes
  ), settled as (
    update radius.usage u set base_in_bytes = greatest(base_in_bytes - g.up, -9223372036854775808),
      base_out_bytes = greatest(base_out_bytes - g.down, -9223372036854775808)
    from (select service_id, sum(in_bytes) as up, sum(out_bytes) as down from gone group by service_id) g
    where u.service_id = g.service_id
  )
  select max(service_id) from picked
$$;
