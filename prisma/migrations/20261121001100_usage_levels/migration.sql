-- The volumes of the bandwidth levels, fixed when a period opens, and how much of them is used. NULL is without end; a
-- level that a plan does not have holds nothing. What levels 1 and 2 do not hold is used at level 3, or behind it.
alter table radius.usage
  add column level1_bytes bigint constraint usage_level1_bytes_check check (level1_bytes >= 0),
  add column level2_bytes bigint default 0 constraint usage_level2_bytes_check check (level2_bytes >= 0),
  add column level3_bytes bigint default 0 constraint usage_level3_bytes_check check (level3_bytes >= 0),
  add column level1_used bigint not null default 0,
  add column level2_used bigint not null default 0,
  -- What usage_day had, from that day on, when the period opened: the day may have begun long before the period. NULL is
  -- from the first day.
  add column counted_from date,
  add column base_in_bytes bigint not null default 0,
  add column base_out_bytes bigint not null default 0,
  add constraint usage_levels_check check (
    level1_used >= 0 and (level1_bytes is null or level1_used <= level1_bytes)
    and level2_used >= 0 and (level2_bytes is null or level2_used <= level2_bytes)
  );

update radius.usage u set
  level1_bytes = v.level1,
  level2_bytes = v.level2,
  level3_bytes = v.level3,
  level1_used = least(v.used, v.level1),
  level2_used = least(greatest(v.used - v.level1, 0), v.level2),
  bw_level = case
    when coalesce(v.used < v.level1, true) then 1
    when coalesce(v.used - v.level1 < v.level2, true) then 2
    when coalesce(v.used - v.level1 - v.level2 < v.level3, true) or v.level3 > 0 then 3
    when v.level2 > 0 then 2 else 1 end,
  exhausted = coalesce(v.used >= v.level1 + v.level2 + v.level3, false)
from (
  select u.service_id, least(u.in_bytes::numeric + u.out_bytes, 9223372036854775807) as used, p.quota_bytes as level1,
    case when coalesce(l.bw2_dl, l.bw2_pool) is null then 0 else round(nullif(l.bw2_gb, 0) * 1073741824)::bigint end as level2,
    case when coalesce(l.bw3_dl, l.bw3_pool) is null then 0 else round(nullif(l.bw3_gb, 0) * 1073741824)::bigint end as level3
  from radius.usage u
  join crm.period p on p.service_id = u.service_id and p.id = u.period_id
  join crm.plan l on l.id = p.plan_id
) v
where v.service_id = u.service_id;

-- When a service comes to another level, or to the end of the last one, its live session has to follow.
create function radius.stamp_level() returns trigger language plpgsql as $$
begin
  new.level_since := now();
  return new;
end $$;
create trigger level_since before update on radius.usage for each row
  when (old.bw_level <> new.bw_level or old.exhausted <> new.exhausted)
  execute function radius.stamp_level();

create or replace function radius.notify_usage() returns trigger language plpgsql as $$
begin
  perform pg_notify('directory', 'usage:' || new.service_id);
  insert into crm.outbox (kind, payload)
  select 'session_refresh', jsonb_build_object('serviceId', new.service_id)
  where exists (select from radius.session where service_id = new.service_id and ended_at is null);
  return null;
end $$;

-- As before, for counters of any size: what a NAS says may be beyond what their sum can be.
create or replace procedure radius.refresh_listed_usage(batch integer) language plpgsql as $$
declare
  stale integer[];
  start integer := 1;
begin
  select array_agg(service_id order by service_id) into stale
    from radius.usage where listed_bytes <> least(in_bytes::numeric + out_bytes, 9223372036854775807);
  while start <= coalesce(cardinality(stale), 0) loop
    update radius.usage set listed_bytes = least(in_bytes::numeric + out_bytes, 9223372036854775807)
      where service_id = any (stale[start:start + batch - 1]);
    commit;
    start := start + batch;
  end loop;
end $$;
