-- Makes the missing partitions of `months` months, the first being that of `from_day`, for the daily tables; the archive gets its
-- months from them, with their rows. Returns how many it made.
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
