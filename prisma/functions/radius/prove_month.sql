-- Returns how many rows the month has. NULL: it is gone, somebody else was quicker.
create or replace function radius.prove_month(part text) returns bigint language plpgsql as $$
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
