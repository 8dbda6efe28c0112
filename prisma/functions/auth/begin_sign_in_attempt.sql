-- As auth.begin_login_attempt. A device, which is null for strangers, has five attempts of its own. Of the hundred of strangers at a
-- name, twenty are left to networks from which none has failed.
create or replace function auth.begin_sign_in_attempt(name text, source text, device text, at timestamptz) returns timestamptz
language plpgsql as $$
declare
  each record;
  refused_until timestamptz;
  is_clean boolean := device is not null or not exists (
    select from auth.login_attempt a
    where a.username = name and a.address = source and a.count > 0 and a.last_at > at - interval '1 day');
begin
  for each in
    -- In this order, so that no two attempts wait for each other.
    select limits.username, limits.address, limits.span, limits.most
    from (values
      ('', source, interval '1 minute', 20, true),
      (name, '', interval '1 hour', 100, true),
      (name, source, interval '1 day', 5, true),
      (name, device, interval '1 day', 5, false)
    ) as limits (username, address, span, most, is_of_strangers)
    where limits.is_of_strangers = (device is null)
  loop
    if each.address = '' and not is_clean then
      select a.since + each.span into refused_until from auth.login_attempt a
        where a.username = name and a.address = '' and a.count >= 80 and a.since > at - each.span;
      if found then
        return refused_until;
      end if;
    end if;
    insert into auth.login_attempt as a (username, address, count, since, last_at)
      values (each.username, each.address, 1, at, at)
      on conflict (username, address) do update set
        count = case when a.since > at - each.span then a.count + 1 else 1 end,
        since = case when a.since > at - each.span then a.since else at end,
        last_at = at,
        blocked_until = case
          when a.since <= at - each.span or a.count + 1 < each.most then null
          -- 1, 2, 4, 8, then 15 minutes.
          when each.username <> '' and each.address <> ''
            then at + least(15, 2 ^ (a.count + 1 - each.most)) * interval '1 minute'
          else a.since + each.span
        end
      where a.blocked_until is null or a.blocked_until <= at;
    if not found then
      select a.blocked_until into refused_until from auth.login_attempt a
        where a.username = each.username and a.address = each.address;
      return coalesce(refused_until, at + interval '1 minute');
    end if;
  end loop;
  return null;
end $$;
