-- The further accounting sessions in which a NAS reports the traffic of a subscriber session once more (of a service, a host or a
-- queue): an array of {"id", "name", "started", "at", "ended", "seconds", "up", "down"}, times in milliseconds. They count nowhere.

-- What the parts of a session become by records of some of them, which have the same keys. Numbers only grow, so a record that is
-- late or repeated changes nothing. At most 16 parts are kept: for a new one the first goes that has ended.
create function radius.with_parts(parts jsonb, reports jsonb) returns jsonb language plpgsql immutable as $$
declare
  kept jsonb[] := array(select p from jsonb_array_elements(coalesce(parts, '[]')) with ordinality t(p, n) order by n);
  report jsonb;
  found integer;
begin
  for report in select r from jsonb_array_elements(reports) r loop
    select max(n) into found from unnest(kept) with ordinality t(p, n) where p ->> 'id' = report ->> 'id';
    -- An id that begins again after its end is another one's.
    if found is not null and (report ->> 'started')::bigint > (kept[found] ->> 'ended')::bigint + 5000 then
      found := null;
    end if;
    if found is not null then
      kept[found] := report || kept[found] || jsonb_build_object(
        'started', least((kept[found] ->> 'started')::bigint, (report ->> 'started')::bigint),
        'at', greatest((kept[found] ->> 'at')::bigint, (report ->> 'at')::bigint),
        'seconds', greatest((kept[found] ->> 'seconds')::bigint, (report ->> 'seconds')::bigint),
        'up', greatest((kept[found] ->> 'up')::bigint, (report ->> 'up')::bigint),
        'down', greatest((kept[found] ->> 'down')::bigint, (report ->> 'down')::bigint));
    elsif cardinality(kept) < 16 then
      kept := kept || report;
    else
      select min(n) into found from unnest(kept) with ordinality t(p, n) where p ? 'ended';
      if found is not null then
        kept := kept[:found - 1] || kept[found + 1:] || report;
      end if;
    end if;
  end loop;
  return to_jsonb(kept);
end $$;

alter table radius.session add column parts jsonb;
alter table radius.session_log add column parts jsonb;
alter table crm_archive.session_log add column parts jsonb;

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
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks, parts
  )
  select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks, parts
  from moved
  returning id
$$;
