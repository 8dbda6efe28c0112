-- The first number that none of the leases of a service has.
create or replace function radius.free_slot(slots integer[]) returns integer language sql immutable parallel safe as $$
  select min(n) from generate_series(0, cardinality(slots)) n where n <> all (slots)
$$;
