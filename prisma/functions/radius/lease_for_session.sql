-- Leases an address to one of several sessions of a service: the one of its log-in or of the session that it replaces, by their
-- keys, else one that the service had, else the one that is free for longest. With as many leases as it may have lines, one goes
-- whose log-in has begun no session. Null: the pool is exhausted. Log-ins of a service come one after another, on all nodes.
create or replace function radius.lease_for_session(service integer, pool integer, key text, replaced text, most integer) returns inet
language plpgsql as $$
declare
  held radius.ip_address;
  slots integer[];
begin
  perform pg_advisory_xact_lock(hashtext('radius.session_lease'), service);
  select a.* into held from radius.ip_address a
  where a.leased_to = service and a.lease_kind = 'dynamic' and a.session_key in (key, replaced)
  order by a.session_key = key desc, a.lease_slot limit 1 for update;
  slots := array(select a.lease_slot from radius.ip_address a where a.leased_to = service and a.lease_kind = 'dynamic');
  if held.ip is null and cardinality(slots) >= most then
    select a.* into held from radius.ip_address a
    where a.leased_to = service and a.lease_kind = 'dynamic' and a.leased_at < now() - interval '30 seconds'
      and not exists (select from radius.session x where x.service_id = service and x.ended_at is null
        and (x.class = a.session_key or x.ip = a.ip))
    order by a.leased_at limit 1 for update skip locked;
  end if;
  if held.ip is not null and held.pool_id = pool and held.service_id is null then
    update radius.ip_address a set session_key = key, leased_at = now() where a.pool_id = pool and a.ip = held.ip;
    return held.ip;
  end if;
  if held.ip is not null then
    update radius.ip_address a set leased_to = null, lease_kind = null, session_key = null, leased_at = null,
      last_leased_to = service, released_at = now()
    where a.pool_id = held.pool_id and a.ip = held.ip;
    slots := array_remove(slots, held.lease_slot);
  end if;
  held := null;
  select a.* into held from radius.ip_address a
  where a.last_leased_to = service and a.pool_id = pool and a.leased_to is null and a.service_id is null
  order by a.ip limit 1 for update skip locked;
  if held.ip is null then
    select a.* into held from radius.ip_address a
    where a.pool_id = pool and a.leased_to is null and a.service_id is null
    order by a.released_at limit 1 for update skip locked;
  end if;
  update radius.ip_address a set leased_to = service, lease_kind = 'dynamic', session_key = key, leased_at = now(),
    last_leased_to = service, lease_slot = radius.free_slot(slots)
  where a.pool_id = pool and a.ip = held.ip;
  return held.ip;
end $$;
