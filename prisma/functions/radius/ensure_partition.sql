-- Makes one monthly partition, <table>_y2026m11, unless it is there. Rows of that month that went to the default
-- partition meanwhile move into it.
create or replace function radius.ensure_partition(parent regclass, month date) returns boolean language plpgsql as $$
declare
  first_day constant date := date_trunc('month', month)::date;
  upto constant date := (first_day + interval '1 month')::date;
  of_schema text;
  of_table text;
  part text;
  key text;
  -- A month of instants is a month in UTC, whatever the session's zone.
  suffix text;
begin
  select n.nspname, c.relname, a.attname, case when a.atttypid = 'date'::regtype then '' else ' 00:00:00+00' end
    into strict of_schema, of_table, key, suffix
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_partitioned_table p on p.partrelid = c.oid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
    where c.oid = parent;
  part := format('%I.%I', of_schema, of_table || to_char(first_day, '"_y"YYYY"m"MM'));
  if to_regclass(part) is not null then
    return false;
  end if;
  execute format('create table %s (like %s including all) with (%s)', part, parent,
    case of_table when 'usage_day' then 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05' else 'fillfactor = 100' end);
  execute format(
    'with moved as (delete from %I.%I where %I >= %L and %I < %L returning *) insert into %s select * from moved',
    of_schema, of_table || '_default', key, first_day || suffix, key, upto || suffix, part);
  execute format('alter table %s attach partition %s for values from (%L) to (%L)',
    parent, part, first_day || suffix, upto || suffix);
  return true;
end $$;
