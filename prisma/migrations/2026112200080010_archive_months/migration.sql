-- Months leave the daily tables one at a time, in steps that somebody may end at any moment: whoever comes next goes on.
-- The caller sets a short lock_timeout, so that nobody waits long behind a step that has to wait itself.

drop function radius.archive_partitions(date);
drop function auth.archive_audit(timestamptz);

-- Who looks into the archive knows the service, the username, the address or the days. The archive has been empty until now.
create index session_log_isp_started_at_idx on crm_archive.session_log (isp_id, started_at);
create index session_log_username_started_at_idx on crm_archive.session_log (lower(username), started_at);
create index session_log_ip_started_at_idx on crm_archive.session_log (ip, started_at);
create index audit_event_isp_id_at_idx on crm_archive.audit_event (isp_id, at);

-- The months of a table that have a partition of their own, the earliest first.
create function radius.months_of(parent regclass) returns table (part regclass, month date) language sql stable as $$
  select c.oid::regclass, to_date(right(c.relname, 8), '"y"YYYY"m"MM')
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = parent and c.relname ~ '_y\d{4}m\d{2}$'
  order by 2
$$;

-- As before, for the daily tables only: the archive gets its months from them, with their rows.
create or replace function radius.ensure_partitions(from_day date, months integer) returns integer language plpgsql as $$
declare
  made integer := 0;
  parent regclass;
begin
  -- One node at a time.
  perform pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0));
  foreach parent in array array['radius.session_log', 'radius.usage_day', 'radius.auth_log']::regclass[] loop
    for i in 0 .. months - 1 loop
      if radius.ensure_partition(parent, (date_trunc('month', from_day) + make_interval(months => i))::date) then
        made := made + 1;
      end if;
    end loop;
  end loop;
  return made;
end $$;

-- Says of a partition what its bounds say, so that the archive need not read it through to believe it: as soon as it is
-- proved by radius.prove_month, which keeps nobody from reading or writing.
create function radius.mark_month(part text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0));
  if to_regclass(part) is null
    or exists (select from pg_constraint where conrelid = to_regclass(part) and conname = 'in_month') then
    return;
  end if;
  execute format('alter table %s add constraint in_month check (%s) not valid', part,
    pg_get_partition_constraintdef(to_regclass(part)));
end $$;

-- Returns how many rows the month has. NULL: it is gone, somebody else was quicker.
create function radius.prove_month(part text) returns bigint language plpgsql as $$
declare
  rows bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0));
  -- A table that is looked for in the catalog is looked for there now; a name alone may be remembered from before the lock.
  if not exists (select from pg_class where oid = to_regclass(part)) then
    return null;
  end if;
  execute format('alter table %s validate constraint in_month', part);
  execute format('select count(*) from %s', part) into rows;
  return rows;
end $$;

-- Hands a month of radius.session_log or radius.usage_day over to the archive: no row is copied. Sessions that ended after
-- `needed_since` stay, since their NAS may still go on with them; they follow with radius.archive_stray_sessions.
create function radius.archive_month(of_table text, month date, needed_since timestamptz) returns boolean language plpgsql as $$
declare
  part constant text := of_table || to_char(month, '"_y"YYYY"m"MM');
  bounds text;
  surplus regclass;
begin
  perform pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0));
  select pg_get_expr(relpartbound, oid) into bounds from pg_class where oid = to_regclass(format('radius.%I', part));
  if bounds is null then
    return false;
  end if;
  -- In the order of those who read both (views are opened last), and tables before their partitions: so nobody waits for us
  -- who has what we wait for.
  execute format('lock table only crm_archive.%I in access exclusive mode', of_table);
  execute format('lock table only radius.%I in access exclusive mode', of_table);
  execute format('lock table radius.%I, radius.%I, crm_archive.%I in access exclusive mode', part, of_table || '_default',
    of_table || '_default');
  execute format('alter table radius.%I detach partition radius.%I', of_table, part);
  if of_table = 'session_log' then
    execute format(
      'with needed as (
         delete from radius.%I where isp_id = any (array(select id from crm.isp)) and ended_at >= $1 returning *
       ) insert into radius.session_log select * from needed', part) using needed_since;
  end if;
  -- An earlier stray may have made the month there.
  if to_regclass(format('crm_archive.%I', part)) is not null then
    execute format('insert into radius.%I as d select * from crm_archive.%I', part, part)
      || case of_table when 'usage_day' then ' on conflict (service_id, day) do update set
           in_bytes = least(d.in_bytes::numeric + excluded.in_bytes, 9223372036854775807),
           out_bytes = least(d.out_bytes::numeric + excluded.out_bytes, 9223372036854775807),
           seconds = least(d.seconds::numeric + excluded.seconds, 9223372036854775807)' else '' end;
    execute format('drop table crm_archive.%I', part);
  end if;
  execute format('alter table radius.%I set schema crm_archive', part);
  execute format('alter table crm_archive.%I attach partition crm_archive.%I %s', of_table, part, bounds);
  execute format('alter table crm_archive.%I drop constraint in_month', part);
  -- What only the documented filters of the session log needed.
  for surplus in
    select x.indexrelid::regclass from pg_index x
    where x.indrelid = format('crm_archive.%I', part)::regclass
      and not exists (select from pg_inherits where inhrelid = x.indexrelid)
  loop
    execute format('drop index %s', surplus);
  end loop;
  return true;
end $$;

-- Rows without a partition of their own: sessions that lasted for months, and days of services that were quiet for as long.
-- Moves at most `batch` of them; the archive has a partition for their months.
create function radius.archive_stray_sessions(before date, needed_since timestamptz, batch integer) returns bigint
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

create function radius.archive_stray_days(before date, batch integer) returns bigint language sql as $$
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

-- Puts away the volume of the last day of services that have been quiet since before then: of at most `batch` services with
-- a larger id. Returns the last one, NULL where there is none. One that is being accounted is about to put its day away itself.
create function radius.put_days_away(before date, after_service integer, batch integer) returns integer language sql as $$
  with picked as (
    select service_id from radius.usage where service_id > after_service and day < before
    order by service_id limit batch for update skip locked
  ), done as (
    update radius.usage u set day = null, day_in_bytes = 0, day_out_bytes = 0, day_seconds = 0
    from picked p where u.service_id = p.service_id returning u.service_id
  )
  select max(service_id) from done
$$;

-- A period that runs counts its volume again from its days (service/action update_usage). Before a month is removed, the days
-- that such a period has in it are taken out of both sides of that sum: of at most `batch` services with a larger id. Returns
-- the last one, NULL where there is none.
create function radius.settle_days(month date, after_service integer, batch integer) returns integer language sql as $$
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

-- Removes a month and all of its rows. Returns how many they were; NULL: somebody else was quicker.
create function radius.drop_month(parent regclass, part text) returns bigint language plpgsql as $$
declare
  rows bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0));
  if not exists (select from pg_class where oid = to_regclass(part)) then
    return null;
  end if;
  execute format('select count(*) from %s', part) into rows;
  execute format('lock table only %s in access exclusive mode', parent);
  execute format('drop table %s', part);
  return rows;
end $$;

-- Removes at most `batch` answers to log-ins that have no partition of their own.
create function radius.remove_stray_answers(before date, batch integer) returns bigint language sql as $$
  with removed as (
    delete from radius.auth_log_default where ctid = any (array(
      select ctid from radius.auth_log_default where at < before::timestamp at time zone 'UTC' limit batch)) returning 1
  )
  select count(*) from removed
$$;

-- Moves at most `batch` events from before then, with their changes, to crm_archive. Returns how many events moved.
create function auth.archive_audit(older_than timestamptz, batch integer) returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  perform set_config('lastmile.archiving', 'on', true);
  -- One statement, one snapshot: an event that commits meanwhile stays whole for the next time.
  with picked as (
    select id from auth.audit_event where at < older_than order by at limit batch for update skip locked
  ), events as (
    delete from auth.audit_event e using picked p where e.id = p.id returning e.*
  ), changes as (
    delete from auth.audit_change c using picked p where c.event_id = p.id returning c.*
  ), kept_events as (
    insert into crm_archive.audit_event select * from events
  ), kept_changes as (
    insert into crm_archive.audit_change select * from changes
  )
  select count(*) into moved from events;
  perform set_config('lastmile.archiving', 'off', true);
  return moved;
end $$;

-- Removes at most `batch` archived events from before then, with their changes. Returns how many.
create function auth.remove_archived_audit(older_than timestamptz, batch integer) returns bigint language sql as $$
  with picked as (
    select id from crm_archive.audit_event where at < older_than order by at limit batch
  ), changes as (
    delete from crm_archive.audit_change c using picked p where c.event_id = p.id
  ), events as (
    delete from crm_archive.audit_event e using picked p where e.id = p.id returning 1
  )
  select count(*) from events
$$;
