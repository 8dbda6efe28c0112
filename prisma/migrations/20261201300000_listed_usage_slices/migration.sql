-- Brings listed_bytes up to date for some of the services: those with an id above `after`, up to and with `upto`. All at once,
-- every minute, took seconds where there are millions. The version before names the size of a batch alone.
drop procedure radius.refresh_listed_usage(integer);
create procedure radius.refresh_listed_usage(batch integer, after integer default 0, upto integer default 2147483647)
language plpgsql as $$
declare
  stale integer[];
  start integer := 1;
begin
  select array_agg(service_id order by service_id) into stale
    from radius.usage u
    cross join lateral (select least(u.in_bytes::numeric + u.out_bytes, 9223372036854775807)::bigint as bytes) used
    where u.service_id > after and u.service_id <= upto
      and u.listed_bytes <> used.bytes
      and (u.listed_bytes = 0
        or u.updated_at < now() - interval '10 minutes'
        or abs(used.bytes::numeric - u.listed_bytes) > greatest(used.bytes / 100, 10485760));
  while start <= coalesce(cardinality(stale), 0) loop
    update radius.usage set listed_bytes = least(in_bytes::numeric + out_bytes, 9223372036854775807)
      where service_id = any (stale[start:start + batch - 1]);
    commit;
    start := start + batch;
  end loop;
end $$;
