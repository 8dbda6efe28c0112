-- The keys of all addresses that a session had, by which `radius/trace` finds it. In PL/pgSQL, which keeps its plan: indexes
-- evaluate it for each row with a history.
create or replace function radius.past_addresses(addresses jsonb) returns inet[] language plpgsql immutable strict parallel safe as $$
begin
  return (select pg_catalog.array_agg(distinct radius.address_key((e ->> 'address')::pg_catalog.inet))
    from pg_catalog.jsonb_each(addresses) k, pg_catalog.jsonb_array_elements(k.value) e where e ? 'address');
end $$;
