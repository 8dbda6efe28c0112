-- The addresses that a session had before its present ones, by kind (ip, ip6_prefix, pd_prefix, ip6_address), each an array in
-- the order of time: {"address", "seen", "upto"}, in milliseconds. It was last reported at "seen", and another one at "upto", from
-- which the next of the array, or the column of that name, counts. Without "address" nothing is known: the NAS first reported one
-- at "upto", or, where it says "flapping", reported too many. NULL: the session has had what its columns have since its start.

alter table radius.session add column addresses jsonb;
alter table radius.session_log add column addresses jsonb;
alter table crm_archive.session_log add column addresses jsonb;

-- What the history of one kind becomes by a report at `at` of a session that began at `started` and was last reported at
-- `updated`, with `known`. Repeated reports change nothing, and late ones take their place. Not more than 256 changes of a day
-- are kept, and 1024 of a session: for the time of further ones it is not known which address the session had.
create function radius.with_address(history jsonb, known inet, reported inet, started bigint, updated bigint, at bigint)
returns jsonb language plpgsql immutable as $$
declare
  past jsonb[] := array(select e from jsonb_array_elements(coalesce(history, '[]')) with ordinality t(e, n) order by n);
  last integer := cardinality(past);
  since bigint := started;
  is_full boolean;
  found integer;
  now_is inet;
  next_is inet;
  entry jsonb;
begin
  if reported is null or at >= updated and known = reported then
    return history;
  end if;
  at := greatest(at, started);
  is_full := last >= 1024 or
    (select count(*) from unnest(past) e where (e ->> 'upto')::bigint > at - 86400000) >= 256;
  entry := jsonb_build_object('upto', at);

  if known is null then
    -- What is first reported with the start has been there since.
    return case when at - started > 5000 then to_jsonb(past || entry) else history end;
  end if;

  if at >= updated then
    if not is_full then
      return to_jsonb(past || (entry || jsonb_build_object('address', known, 'seen', updated)));
    elsif past[last] ? 'flapping' then
      past[last] := past[last] || entry;
      return to_jsonb(past);
    end if;
    return to_jsonb(past || jsonb_build_object('address', known, 'seen', updated, 'upto', updated)
      || (entry || '{"flapping": true}'));
  end if;

  -- A late one: the address of that time is the one at `found`, or the present one.
  for i in 1 .. last loop
    if (past[i] ->> 'address')::inet = reported and at between since and (past[i] ->> 'seen')::bigint then
      return history;
    end if;
    if (past[i] ->> 'upto')::bigint > at then
      found := i;
      exit;
    end if;
    since := (past[i] ->> 'upto')::bigint;
  end loop;
  if past[found] ? 'flapping' or known = reported and found is null then
    return history;
  end if;
  now_is := case when found is null then known else (past[found] ->> 'address')::inet end;
  next_is := case when found < last then (past[found + 1] ->> 'address')::inet else known end;
  if now_is = reported then
    past[found] := past[found] || jsonb_build_object('seen', greatest(at, (past[found] ->> 'seen')::bigint));
  elsif is_full then
    return history;
  elsif found is null or at <= (past[found] ->> 'seen')::bigint then
    -- Between two reports of another address.
    entry := jsonb_build_object('seen', at, 'upto', at);
    past := past[:coalesce(found - 1, last)] || (entry || jsonb_build_object('address', now_is))
      || (entry || jsonb_build_object('address', reported)) || past[coalesce(found, last + 1):];
  else
    if next_is is distinct from reported then
      past := past[:found] || jsonb_build_object('address', reported, 'seen', at, 'upto', past[found] -> 'upto')
        || past[found + 1:];
    end if;
    past[found] := past[found] || entry;
    if now_is is null and at - started <= 5000 then
      past := past[:found - 1] || past[found + 1:];
    end if;
  end if;
  return case when cardinality(past) > 0 then to_jsonb(past) end;
end $$;

-- The history of a session after a report: `known` and `reported` are of the kinds in their order. An IPv6 address within the
-- prefix has no history of its own.
create function radius.with_addresses(history jsonb, known inet[], reported inet[], started timestamptz, updated timestamptz,
  at timestamptz) returns jsonb language plpgsql immutable as $$
declare
  kinds constant text[] := '{ip,ip6_prefix,pd_prefix,ip6_address}';
  kept jsonb := coalesce(history, '{}');
  changed jsonb;
begin
  known[4] := case when not coalesce(known[4] <<= known[2], false) then known[4] end;
  reported[4] := case when not coalesce(reported[4] <<= coalesce(reported[2], known[2]), false) then reported[4] end;
  for i in 1 .. 4 loop
    changed := radius.with_address(kept -> kinds[i], known[i], reported[i], (extract(epoch from started) * 1000)::bigint,
      (extract(epoch from updated) * 1000)::bigint, (extract(epoch from at) * 1000)::bigint);
    kept := case when changed is null then kept - kinds[i] else kept || jsonb_build_object(kinds[i], changed) end;
  end loop;
  return nullif(kept, '{}');
end $$;

-- By what a past address is found: an IPv4 address by itself, an IPv6 prefix by the longest of these that contains it.
create function radius.address_key(address inet) returns inet language sql immutable strict parallel safe as $$
  select case when family(address) = 4 or masklen(address) = 128 then address else network(set_masklen(address,
    case when masklen(address) >= 64 then 64 when masklen(address) >= 56 then 56 when masklen(address) >= 48 then 48 else 0 end)) end
$$;

-- The keys of all that may contain an address.
create function radius.address_keys(address inet) returns inet[] language sql immutable strict parallel safe as $$
  select case when family(address) = 4 then array[address] else array[address, network(set_masklen(address, 64)),
    network(set_masklen(address, 56)), network(set_masklen(address, 48)), network(set_masklen(address, 0))]::inet[] end
$$;

-- In PL/pgSQL, which keeps its plan: indexes evaluate it for each row with a history.
create function radius.past_addresses(addresses jsonb) returns inet[] language plpgsql immutable strict parallel safe as $$
begin
  return (select pg_catalog.array_agg(distinct radius.address_key((e ->> 'address')::pg_catalog.inet))
    from pg_catalog.jsonb_each(addresses) k, pg_catalog.jsonb_array_elements(k.value) e where e ? 'address');
end $$;

-- Empty, as the column is; each month is read through once. Sessions of more than 31 days have an index of their own, as for
-- their other addresses.
create index session_log_past_addresses_idx on radius.session_log
  using gin (radius.past_addresses(addresses)) where radius.past_addresses(addresses) is not null;
create index session_log_past_addresses_idx on crm_archive.session_log
  using gin (radius.past_addresses(addresses)) where radius.past_addresses(addresses) is not null;
create index session_log_long_past_addresses_idx on radius.session_log using gin (radius.past_addresses(addresses))
  where radius.past_addresses(addresses) is not null and ended_at - started_at > interval '31 days';
create index session_log_long_past_addresses_idx on crm_archive.session_log using gin (radius.past_addresses(addresses))
  where radius.past_addresses(addresses) is not null and ended_at - started_at > interval '31 days';

-- IPv6 addresses that are in no prefix of their session.
create index session_log_ip6_address_idx on radius.session_log (ip6_address, started_at)
  where ip6_address is not null and (ip6_address <<= ip6_prefix) is not true;
create index session_log_ip6_address_idx on crm_archive.session_log (ip6_address, started_at)
  where ip6_address is not null and (ip6_address <<= ip6_prefix) is not true;

-- As before, with the new column.
create or replace function radius.move_ended_sessions(before timestamptz, batch integer) returns setof bigint language sql as $$
  with picked as (
    select id from radius.session where ended_at < before order by ended_at limit batch for update skip locked
  ), moved as (
    delete from radius.session s using picked where s.id = picked.id returning s.*
  )
  insert into radius.session_log (
    id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks, parts, addresses
  )
  select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks, parts, addresses
  from moved
  returning id
$$;

create or replace view radius.session_all as
select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
  class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, uncounted_in_bytes,
  uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, addresses
from radius.session
union all
select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
  class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, uncounted_in_bytes,
  uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, addresses
from radius.session_log;
