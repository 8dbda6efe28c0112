-- Says of a partition what its bounds say, so that the archive need not read it through to believe it: as soon as it is
-- proved by radius.prove_month, which keeps nobody from reading or writing.
create or replace function radius.mark_month(part text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0));
  if to_regclass(part) is null
    or exists (select from pg_constraint where conrelid = to_regclass(part) and conname = 'in_month') then
    return;
  end if;
  execute format('alter table %s add constraint in_month check (%s) not valid', part,
    pg_get_partition_constraintdef(to_regclass(part)));
end $$;
