-- Removes a month and all of its rows. Returns how many they were; NULL: somebody else was quicker.
create or replace function radius.drop_month(parent regclass, part text) returns bigint language plpgsql as $$
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
