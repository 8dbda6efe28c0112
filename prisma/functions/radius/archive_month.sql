-- Hands a month of radius.session_log or radius.usage_day over to the archive: no row is copied. Sessions that ended after
-- `needed_since` stay, since their NAS may still go on with them; they follow with radius.archive_stray_sessions.
create or replace function radius.archive_month(of_table text, month date, needed_since timestamptz) returns boolean language plpgsql as $$
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
