-- As radius.lease_for_session for an IPv6 prefix: else the first of the pool that was never leased, next to the highest or the
-- lowest, else the one that is free for longest.
create or replace function radius.lease_prefix_for_session(
  service integer, pool integer, sort text, key text, replaced text, most integer
) returns inet language plpgsql as $$
declare
  source radius.ip6_pool;
  held radius.ip6_lease;
  slots integer[];
  found_index bigint;
  given inet;
begin
  perform pg_advisory_xact_lock(hashtext('radius.session_lease'), service);
  select p.* into source from radius.ip6_pool p where p.id = pool and p.kind = sort;
  if not found then
    return null;
  end if;
  select a.* into held from radius.ip6_lease a where a.leased_to = service and a.kind = sort and a.session_key in (key, replaced)
  order by a.session_key = key desc, a.lease_slot limit 1 for update;
  slots := array(select a.lease_slot from radius.ip6_lease a where a.leased_to = service and a.kind = sort);
  if held.prefix is null and cardinality(slots) >= most then
    select a.* into held from radius.ip6_lease a
    where a.leased_to = service and a.kind = sort and a.leased_at < now() - interval '30 seconds'
      and not exists (select from radius.session x where x.service_id = service and x.ended_at is null
        and (split_part(x.class, ';', 1) = a.session_key or x.ip6_prefix = a.prefix or x.pd_prefix = a.prefix))
    order by a.leased_at limit 1 for update skip locked;
  end if;
  if held.prefix is not null and held.pool_id = pool then
    update radius.ip6_lease a set session_key = key, leased_at = now() where a.pool_id = pool and a.prefix = held.prefix;
    return held.prefix;
  end if;
  if held.prefix is not null then
    update radius.ip6_lease a set leased_to = null, session_key = null, leased_at = null, last_leased_to = service,
      released_at = now()
    where a.pool_id = held.pool_id and a.prefix = held.prefix;
    slots := array_remove(slots, held.lease_slot);
  end if;
  held := null;
  select a.* into held from radius.ip6_lease a
  where a.last_leased_to = service and a.pool_id = pool and a.leased_to is null
  order by a.released_at desc limit 1 for update skip locked;
  -- Another log-in may take the same prefix first.
  for attempt in 1..6 loop
    exit when held.prefix is not null;
    select case when above < size then above when below > 0 then below - 1 end into found_index
    from (
      select 1::bigint << (source.length - masklen(source.network)) as size,
        coalesce(radius.prefix_index(source.network, source.length,
          (select l.prefix from radius.ip6_lease l where l.pool_id = pool order by l.prefix desc limit 1)) + 1, 0) as above,
        coalesce(radius.prefix_index(source.network, source.length,
          (select l.prefix from radius.ip6_lease l where l.pool_id = pool order by l.prefix limit 1)), 0) as below
    ) edge;
    exit when found_index is null;
    insert into radius.ip6_lease (pool_id, prefix, isp_id, kind, leased_to, session_key, leased_at, last_leased_to, lease_slot)
    values (pool, radius.prefix_at(source.network, source.length, found_index), source.isp_id, sort, service, key, now(),
      service, radius.free_slot(slots))
    on conflict (pool_id, prefix) do nothing returning prefix into given;
    if given is not null then
      return given;
    end if;
  end loop;
  if held.prefix is null then
    select a.* into held from radius.ip6_lease a where a.pool_id = pool and a.leased_to is null
    order by a.released_at limit 1 for update skip locked;
  end if;
  update radius.ip6_lease a set leased_to = service, session_key = key, leased_at = now(), last_leased_to = service,
    lease_slot = radius.free_slot(slots)
  where a.pool_id = pool and a.prefix = held.prefix;
  return held.prefix;
end $$;
