-- An interim update changes two rows, its session's and its service's, and not a third one in usage_day: the volume of the
-- day that was counted last stays beside that of the period. It goes to usage_day when another day is counted.
alter table radius.usage
  add column day date,
  add column day_in_bytes bigint not null default 0,
  add column day_out_bytes bigint not null default 0,
  add column day_seconds bigint not null default 0;

create function radius.put_day_away() returns trigger language plpgsql as $$
begin
  insert into radius.usage_day as d (service_id, day, in_bytes, out_bytes, seconds)
  values (old.service_id, old.day, old.day_in_bytes, old.day_out_bytes, old.day_seconds)
  on conflict (service_id, day) do update set in_bytes = d.in_bytes + excluded.in_bytes,
    out_bytes = d.out_bytes + excluded.out_bytes, seconds = d.seconds + excluded.seconds;
  return null;
end $$;
create trigger put_day_away after update on radius.usage for each row
  when (old.day is distinct from new.day and old.day is not null)
  execute function radius.put_day_away();

-- What is read of days: a day of a service may be in both, and then is their sum.
create view radius.daily_usage as
  select service_id, day, in_bytes, out_bytes, seconds from radius.usage_day
  union all
  select service_id, day, day_in_bytes, day_out_bytes, day_seconds from radius.usage where day is not null;

-- A trigger that comes before an update has every row locked for it first, though few change their level.
drop trigger level_since on radius.usage;
drop function radius.stamp_level();
create or replace function radius.notify_usage() returns trigger language plpgsql as $$
begin
  update radius.usage set level_since = now() where service_id = new.service_id;
  perform pg_notify('directory', 'usage:' || new.service_id);
  insert into crm.outbox (kind, payload)
  select 'session_refresh', jsonb_build_object('serviceId', new.service_id)
  where exists (select from radius.session where service_id = new.service_id and ended_at is null);
  return null;
end $$;

-- As before, with the days that are not in usage_day yet.
create or replace function radius.archive_partitions(before date) returns integer language plpgsql as $$
declare
  moved integer := 0;
  part record;
  target regclass;
  surplus regclass;
  occupied boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0));
  update radius.usage set day = null, day_in_bytes = 0, day_out_bytes = 0, day_seconds = 0
    where day < date_trunc('month', before);
  for part in
    select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where i.inhparent in ('radius.session_log'::regclass, 'radius.usage_day'::regclass)
      and c.relname ~ '_y\d{4}m\d{2}$'
      and to_date(right(c.relname, 8), '"y"YYYY"m"MM') < date_trunc('month', before)
    order by c.relname
  loop
    execute format('alter table radius.%I detach partition radius.%I', part.parent, part.name);
    -- Rows that reached the archive another way must not stay in its default partition.
    execute format('select exists (select from crm_archive.%I)', part.parent || '_default') into occupied;
    if occupied then
      perform radius.ensure_partition(
        format('crm_archive.%I', part.parent)::regclass, to_date(right(part.name, 8), '"y"YYYY"m"MM'));
    end if;
    target := to_regclass(format('crm_archive.%I', part.name));
    occupied := false;
    if target is not null then
      execute format('select exists (select from %s)', target) into occupied;
    end if;
    if occupied then
      execute format('insert into %s select * from radius.%I', target, part.name);
      execute format('drop table radius.%I', part.name);
    else
      if target is not null then
        execute format('drop table %s', target);
      end if;
      execute format('alter table radius.%I set schema crm_archive', part.name);
      execute format('alter table crm_archive.%I attach partition crm_archive.%I %s', part.parent, part.name, part.bounds);
      -- What only the documented filters of the session log needed.
      for surplus in
        select x.indexrelid::regclass from pg_index x
        where x.indrelid = format('crm_archive.%I', part.name)::regclass
          and not exists (select from pg_inherits where inhrelid = x.indexrelid)
      loop
        execute format('drop index %s', surplus);
      end loop;
    end if;
    moved := moved + 1;
  end loop;
  return moved;
end $$;
