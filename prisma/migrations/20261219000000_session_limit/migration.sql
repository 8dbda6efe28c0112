-- How many lines of a service may be online at once: what its plan says, or the service itself. And a lease for each of them.

alter table crm.plan add column session_limit smallint not null default 1
  constraint plan_session_limit_check check (session_limit between 1 and 64);
-- Null: that of the plan. No row is rewritten.
alter table crm.service add column session_limit smallint;

-- As before, with the new rule.
create or replace function crm.obeys_rules(s crm.service) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when not s.anchor_day between 1 and 31 then 'service_anchor_day_check'
    when not (s.billing_address <> 'new' or num_nulls(s.ba_zipcode, s.ba_state, s.ba_city, s.ba_street) = 0)
      then 'service_ba_check'
    when not s.billing_address in ('new', 'same', 'ia') then 'service_billing_address_check'
    when not s.billing_start_day between 0 and 30 then 'service_billing_start_day_check'
    when not s.connectivity in ('Wireless', 'Fibre', 'Hotspot') then 'service_connectivity_check'
    when not s.credit_limit >= 0 then 'service_credit_limit_check'
    when not s.deposit >= 0 then 'service_deposit_check'
    when not s.discount_amt >= 0 then 'service_discount_amt_check'
    when not s.discount_percent between 0 and 100 then 'service_discount_percent_check'
    when not (s.installation_address <> 'new' or num_nulls(s.ia_zipcode, s.ia_state, s.ia_city, s.ia_street) = 0)
      then 'service_ia_check'
    when not s.installation_address in ('new', 'same') then 'service_installation_address_check'
    when not s.installation_amt >= 0 then 'service_installation_amt_check'
    when not (family(s.ip6_prefix) = 6 and masklen(s.ip6_prefix) between 16 and 64 and s.ip6_prefix = network(s.ip6_prefix))
      then 'service_ip6_prefix_check'
    when not s.ip_assignment in ('NAS', 'IPpool', 'StaticIP', 'Subnet') then 'service_ip_assignment_check'
    when not case s.ip_assignment when 'IPpool' then s.ip_pool_id is not null when 'StaticIP' then s.staticip is not null
        when 'Subnet' then s.staticip is not null else true end
      then 'service_ip_source_check'
    when not s.latitude between -90 and 90 then 'service_latitude_check'
    when not s.longitude between -180 and 180 then 'service_longitude_check'
    when not s.mac_bind in ('Auto', 'Manual', 'No') then 'service_mac_bind_check'
    when not (s.mac_bind <> 'Manual' or s.mac is not null) then 'service_mac_bind_manual_check'
    when not s.mac ~ '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$' then 'service_mac_check'
    when not (family(s.pd_prefix) = 6 and masklen(s.pd_prefix) between 16 and 64 and s.pd_prefix = network(s.pd_prefix))
      then 'service_pd_prefix_check'
    when not s.prepaid_postpaid in ('Prepaid', 'Postpaid') then 'service_prepaid_postpaid_check'
    when not s.protocol in ('PPPoE', 'IPoE') then 'service_protocol_check'
    when not (s.staticip is null or (s.ip_pool_id is not null and family(s.staticip) = 4
        and (masklen(s.staticip) = 32 or s.ip_assignment = 'Subnet')))
      then 'service_staticip_check'
    when not s.session_limit between 1 and 64 then 'service_session_limit_check'
    when not s.status_before in ('Active', 'NP', 'NPD') then 'service_status_before_check'
    when not s.status in ('Active', 'NP', 'NPD', 'Suspend', 'NewRequest') then 'service_status_check'
    when not ((s.status = 'Suspend') = (s.suspended_at is not null) and (s.status = 'Suspend') = (s.status_before is not null))
      then 'service_suspend_check'
    when not (s.username <> '' and s.username = btrim(s.username)) then 'service_username_check'
    when not case when s.status = 'NewRequest' then num_nonnulls(s.period_id, s.valid_from, s.valid_upto) = 0
        else num_nulls(s.valid_from, s.valid_upto) = 0 and s.valid_from <= s.valid_upto end
      then 'service_validity_check'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "service" violates check constraint "%"', broken
      using errcode = 'check_violation', constraint = broken, schema = 'crm', table = 'service';
  end if;
  return true;
end $$;

select crm.watch_for_directory('crm.service', 'service', 'id', 'id', 'isp_id', 'reseller_id', 'plan_id', 'sub_plan_id',
  'period_id', 'username', 'password_enc', 'status', 'status_before', 'grace_upto', 'promise_upto', 'prepaid_postpaid',
  'protocol', 'ip_assignment', 'ip_pool_id', 'staticip', 'ip6_prefix', 'pd_prefix', 'mac', 'mac_bind', 'mac_generation',
  'bill_from', 'valid_from', 'valid_upto', 'location_code', 'sub_location_code', 'session_limit', 'deleted_at');
-- It compares whole rows, of which it must know the new column.
select crm.watch_for_directory('crm.plan', 'plan', 'id', 'id', variadic '{}');

-- Tells the leases of a service apart; 0 is that of a service with one session. Two indexes follow: a slot is leased once.
alter table radius.ip_address add column lease_slot integer not null default 0;
alter table radius.ip6_lease add column lease_slot integer not null default 0;

-- How many lines of a service may be online. Whoever has a static address or prefix has one line: it cannot be given twice.
create function crm.session_limit(s crm.service, p crm.plan) returns integer language sql immutable parallel safe as $$
  select case when s.ip_assignment in ('StaticIP', 'Subnet') or s.ip6_prefix is not null or s.pd_prefix is not null then 1
    else coalesce(s.session_limit, p.session_limit, 1) end
$$;

-- The numbers that the leases of a service do not have begin with this one.
create function radius.free_slot(slots integer[]) returns integer language sql immutable parallel safe as $$
  select min(n) from generate_series(0, cardinality(slots)) n where n <> all (slots)
$$;

-- Leases an address to one of several sessions of a service: the one of its log-in or of the session that it replaces, by their
-- keys, else one that the service had, else the one that is free for longest. With as many leases as it may have lines, one goes
-- whose log-in has begun no session. Null: the pool is exhausted. Log-ins of a service come one after another, on all nodes.
create function radius.lease_for_session(service integer, pool integer, key text, replaced text, most integer) returns inet
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

-- The same for an IPv6 prefix: else the first of the pool that was never leased, next to the highest or the lowest, else the one
-- that is free for longest.
create function radius.lease_prefix_for_session(
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
