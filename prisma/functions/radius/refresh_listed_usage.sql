-- Brings listed_bytes up to date, by which lists sort. Commits every `batch` rows, so that accounting never waits for long.
--
-- Each update of listed_bytes writes an entry of its index and of all others. So the usage of a line that is in use is listed
-- again when it has grown by a hundredth, and exactly when it has been quiet for ten minutes. A first use is listed at once, however
-- little it is: lists are asked who has used nothing.
create or replace procedure radius.refresh_listed_usage(batch integer, after integer default 0, upto integer default 2147483647)
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
