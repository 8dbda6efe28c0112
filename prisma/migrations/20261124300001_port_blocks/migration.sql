-- Public addresses and ports that a session had under NAT, as its NAS reported them: an array of
-- {"ip", "first", "last", "from", "upto"}, times in milliseconds. Without "from" it had them from its start, as far as is
-- known; without "upto", to its end.

-- An IPv4 address and a port as one number.
create function radius.port_key(ip inet, port integer) returns bigint language sql immutable strict parallel safe as $$
  select (ip - '0.0.0.0'::inet) * 65536 + port
$$;

-- All that a session ever had.
create function radius.port_ranges(blocks jsonb) returns int8multirange language sql immutable strict parallel safe as $$
  select pg_catalog.range_agg(pg_catalog.int8range(radius.port_key((b ->> 'ip')::inet, (b ->> 'first')::integer),
    radius.port_key((b ->> 'ip')::inet, (b ->> 'last')::integer), '[]')) from pg_catalog.jsonb_array_elements(blocks) b
$$;

-- What the blocks of a session become by reports [{"how", "at", "blocks": [{"ip", "first", "last"}]}]: `use` says that blocks
-- are in use, `add` that they were allocated then, `free` that they were released, `set` that there are no others. A repeated
-- report changes nothing. At most 256 blocks are kept; those that were released go first.
create function radius.with_ports(blocks jsonb, reports jsonb) returns jsonb language plpgsql immutable as $$
declare
  kept jsonb[] := array(select b from jsonb_array_elements(coalesce(blocks, '[]')) with ordinality t(b, n) order by n);
  is_first boolean := cardinality(kept) = 0;
  report jsonb;
  block jsonb;
  how text;
  at bigint;
  found boolean;
  released integer;
begin
  for report in select r from jsonb_array_elements(reports) r loop
    how := report ->> 'how';
    at := (report ->> 'at')::bigint;
    if how = 'set' then
      for i in 1 .. cardinality(kept) loop
        if not kept[i] ? 'upto' and coalesce((kept[i] ->> 'from')::bigint, at) <= at
          and not report -> 'blocks' @> jsonb_build_array(kept[i] - 'from') then
          kept[i] := kept[i] || jsonb_build_object('upto', at);
        end if;
      end loop;
    end if;
    for block in select b from jsonb_array_elements(report -> 'blocks') b loop
      found := false;
      for i in 1 .. cardinality(kept) loop
        if how = 'free' then
          if kept[i] ->> 'ip' = block ->> 'ip' and (kept[i] ->> 'first')::integer >= (block ->> 'first')::integer
            and (kept[i] ->> 'last')::integer <= (block ->> 'last')::integer then
            found := true;
            if not kept[i] ? 'upto' and coalesce((kept[i] ->> 'from')::bigint, at) <= at then
              kept[i] := kept[i] || jsonb_build_object('upto', at);
            end if;
          end if;
        elsif kept[i] @> block and coalesce((kept[i] ->> 'upto')::bigint, at) >= at then
          found := true;
          -- A report that was overtaken by a later one.
          if (kept[i] ->> 'from')::bigint > at or how = 'add' and kept[i] ? 'upto' and not kept[i] ? 'from' then
            kept[i] := kept[i] || jsonb_build_object('from', at);
          end if;
        end if;
      end loop;
      if not found then
        -- Where the first report of a session tells of no event, the one that did is lost.
        kept := kept || (block || case when how = 'free' then jsonb_build_object('upto', at)
          when how = 'use' and is_first then '{}' else jsonb_build_object('from', at) end);
        if cardinality(kept) > 256 then
          select min(n) into released from unnest(kept) with ordinality t(b, n) where b ? 'upto';
          released := coalesce(released, cardinality(kept));
          kept := kept[:released - 1] || kept[released + 1:];
        end if;
      end if;
    end loop;
    is_first := false;
  end loop;
  return to_jsonb(kept);
end $$;

alter table radius.session add column port_blocks jsonb;
alter table radius.session_log add column port_blocks jsonb;
alter table crm_archive.session_log add column port_blocks jsonb;

-- Who had this port of an address at an instant? Empty, as the column is; each month is read through once.
create index session_log_ports_idx on radius.session_log
  using gist (radius.port_ranges(port_blocks), tstzrange(started_at, greatest(started_at, ended_at), '[]'))
  where port_blocks is not null;
create index session_log_ports_idx on crm_archive.session_log
  using gist (radius.port_ranges(port_blocks), tstzrange(started_at, greatest(started_at, ended_at), '[]'))
  where port_blocks is not null;

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
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks
  )
  select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks
  from moved
  returning id
$$;
