-- All blocks of ports that a session ever had, for the index that finds it by one of them.
create or replace function radius.port_ranges(blocks jsonb) returns int8multirange language sql immutable strict parallel safe as $$
  select pg_catalog.range_agg(pg_catalog.int8range(radius.port_key((b ->> 'ip')::inet, (b ->> 'first')::integer),
    radius.port_key((b ->> 'ip')::inet, (b ->> 'last')::integer), '[]')) from pg_catalog.jsonb_array_elements(blocks) b
$$;
