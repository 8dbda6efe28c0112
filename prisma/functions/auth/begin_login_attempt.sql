-- Counts an attempt before its password is verified, so that attempts at the same time cannot exceed a limit. Returns until
-- when attempts are refused, or null: this one may go on.
create or replace function auth.begin_login_attempt(name text, source text, at timestamptz) returns timestamptz language plpgsql as $$
declare
  each record;
  refused_until timestamptz;
begin
  for each in
    -- From an address, of a user name, and of both. In this order, so that no two attempts wait for each other.
    select * from (values
      ('', source, interval '1 minute', 20),
      (name, '', interval '1 hour', 100),
      (name, source, interval '1 day', 5)
    ) as limits (username, address, span, most)
  loop
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
