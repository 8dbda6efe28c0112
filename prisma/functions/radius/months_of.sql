-- The months of a table that have a partition of their own, the earliest first.
create or replace function radius.months_of(parent regclass) returns table (part regclass, month date) language sql stable as $$
  select c.oid::regclass, to_date(right(c.relname, 8), '"y"YYYY"m"MM')
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = parent and c.relname ~ '_y\d{4}m\d{2}$'
  order by 2
$$;
