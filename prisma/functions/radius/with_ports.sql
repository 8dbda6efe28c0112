-- What the blocks of a session become by reports [{"how", "at", "blocks": [{"ip", "first", "last"}]}]: `use` says that blocks
-- are in use, `add` that they were allocated then, `free` that they were released, `set` that there are no others. A repeated
-- report changes nothing. At most 256 blocks are kept; those that were released go first.
create or replace function radius.with_ports(blocks jsonb, reports jsonb) returns jsonb language plpgsql immutable as $$
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
