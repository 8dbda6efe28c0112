-- The history of a session after a report: `known` and `reported` are of the kinds in their order. An IPv6 address within the
-- prefix has no history of its own.
create or replace function radius.with_addresses(history jsonb, known inet[], reported inet[], started timestamptz, updated timestamptz,
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
