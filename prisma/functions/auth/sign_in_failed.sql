-- Counts an attempt with a wrong password or code, and writes the audit event if it was at somebody's (target is not null), in one
-- statement: so the answer comes as late for a name that is nobody's.
create or replace function auth.sign_in_failed(
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
