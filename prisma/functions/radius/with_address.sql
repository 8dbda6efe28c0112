-- What the history of one kind becomes by a report at `at` of a session that began at `started` and was last reported at
-- `updated`, with `known`. Repeated reports change nothing, and late ones take their place. Not more than 256 changes of a day
-- are kept, and 1024 of a session: for the time of further ones it is not known which address the session had.
create or replace function radius.with_address(history jsonb, known inet, reported inet, started bigint, updated bigint, at bigint)
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
