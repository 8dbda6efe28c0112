-- What the parts of a session become by records of some of them, which have the same keys. Numbers only grow, so a record that is
-- late or repeated changes nothing. At most 16 parts are kept: for a new one the first goes that has ended.
create or replace function radius.with_parts(parts jsonb, reports jsonb) returns jsonb language plpgsql immutable as $$
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
