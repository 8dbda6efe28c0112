-- Attempts to sign in from a browser that has signed in before count by themselves, so that strangers do not keep its user out; and
-- the user is told how many failed.

-- By the name that was tried, whether it is anybody's or not: an unknown one costs as much.
create table auth.failed_sign_in (
  -- With the realm before it, as in auth.login_attempt.
  name    text primary key,
  -- Since the last sign-in.
  count   integer not null,
  last_at timestamptz(3) not null
);
create index on auth.failed_sign_in (last_at);

-- What the user was told when the session began.
alter table auth.login_session
  add column failed_attempts integer not null default 0,
  add column last_failed_at timestamptz(3);

-- As auth.begin_login_attempt. A device, which is null for strangers, has five attempts of its own. Of the hundred of strangers at a
-- name, twenty are left to networks from which none has failed.
create function auth.begin_sign_in_attempt(name text, source text, device text, at timestamptz) returns timestamptz
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

-- The attempt was no guess. Signed in: earlier failures of the user from this device or address are forgotten, too. Those of
-- strangers are not, if it was a device.
create function auth.end_sign_in_attempt(name text, source text, device text, signed_in boolean) returns void
language plpgsql as $$
begin
  update auth.login_attempt set count = greatest(count - 1, 0), blocked_until = null
    where (device is null and (username, address) in (('', source), (name, ''), (name, source)))
      or (username = name and address = device);
  if signed_in then
    delete from auth.login_attempt where username = name and address = coalesce(device, source);
  end if;
end $$;

-- Counts an attempt with a wrong password or code, and writes the audit event if it was at somebody's (target is not null), in one
-- statement: so the answer comes as late for a name that is nobody's.
create function auth.sign_in_failed(
  tried text, at timestamptz, user_id integer, username text, isp_id integer, reseller_id integer, address inet, procedure text,
  target text, via text
) returns void language plpgsql as $$
begin
  insert into auth.failed_sign_in as f (name, count, last_at) values (tried, 1, at)
    on conflict (name) do update set count = least(f.count + 1, 1000000), last_at = excluded.last_at;
  if target is not null then
    perform auth.begin_audit(sign_in_failed.user_id, sign_in_failed.username, sign_in_failed.isp_id,
      sign_in_failed.reseller_id, sign_in_failed.address, sign_in_failed.procedure, sign_in_failed.target, '{}'::jsonb,
      sign_in_failed.via);
  end if;
end $$;
