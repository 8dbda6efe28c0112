-- Tells RADIUS nodes of changes of a table: gives it a function of its own, notify_<table>, and the triggers directory_insert,
-- directory_update and directory_delete. A statement that is built at run time would be planned at each call.
--
-- The statement is planned for as many rows as a connection's first update had, which is one as a rule. A nested loop would be the
-- best plan for one row and take minutes for ten thousand; a hash join serves both.
--
-- What matters is compared per statement: a WHEN of a trigger is read from its text in the catalog by every statement on the table,
-- which for the columns of a service costs more than this comparison.
--
-- Arguments: the table, the subject of its notices, the column with the subject's id, the column that tells rows apart, and the
-- columns whose update matters (all where none are given).
create or replace function crm.watch_for_directory(source regclass, subject text, id name, key name, variadic watched name[])
returns void language plpgsql as $$
declare
  of_schema name;
  of_table name;
  -- Ids that are unique need not be told apart.
  "distinct" text;
  changed text := 'n is distinct from o';
begin
  select n.nspname, c.relname, case when exists (
        select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = id
        where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indkey::text = a.attnum::text)
      then '' else 'distinct ' end
    into strict of_schema, of_table, "distinct"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = source;
  if cardinality(watched) > 0 then
    select format(E'(%s)\n        is distinct from (%s)',
        string_agg(format('n.%I', c), ', ' order by i), string_agg(format('o.%I', c), ', ' order by i))
      into changed from unnest(watched) with ordinality as w (c, i);
  end if;
  -- Kept plans are made for few rows, on connections that prefer a nested loop: for many rows only a hash join will do.
  execute format($function$
create or replace function %1$I.%2$I() returns trigger language plpgsql set enable_nestloop = off set enable_hashjoin = on as $body$
declare
  most constant integer := 100;
  ids text[];
  each text;
begin
  if tg_op = 'UPDATE' then
    select array_agg(changed.id) into ids from (
      select %3$sn.%4$I::text as id from new_rows n join old_rows o using (%5$I)
      where %6$s
      limit most + 1) changed;
  elsif tg_op = 'INSERT' then
    select array_agg(changed.id) into ids from (select %3$sn.%4$I::text as id from new_rows n limit most + 1) changed;
  else
    select array_agg(changed.id) into ids from (select %3$so.%4$I::text as id from old_rows o limit most + 1) changed;
  end if;
  if cardinality(ids) > most then
    perform crm.notify_nodes('directory', %7$L);
  elsif ids is not null then
    foreach each in array ids loop
      perform crm.notify_nodes('directory', %8$L || each);
    end loop;
  end if;
  return null;
end $body$ $function$,
    of_schema, 'notify_' || of_table, "distinct", id, key, changed, subject || ':*', subject || ':');
  execute format('create or replace trigger directory_insert after insert on %s referencing new table as new_rows
    for each statement execute function %I.%I()', source, of_schema, 'notify_' || of_table);
  execute format('create or replace trigger directory_update after update on %s
    referencing old table as old_rows new table as new_rows
    for each statement execute function %I.%I()', source, of_schema, 'notify_' || of_table);
  execute format('create or replace trigger directory_delete after delete on %s referencing old table as old_rows
    for each statement execute function %I.%I()', source, of_schema, 'notify_' || of_table);
end $$;
