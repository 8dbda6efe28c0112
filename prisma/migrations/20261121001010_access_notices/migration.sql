-- Nodes remember for a moment who an API key belongs to; on channel `access` they learn that something of that changed.
-- What the ledger posts (balances) changes nobody's access, so these triggers name their columns.
create function auth.notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('access', '');
  return null;
end $$;

create trigger access after delete or truncate or update
  of id, username, groupname, roles, isp_id, reseller_id, lc, slc, status, deleted_at on auth.login_user
  for each statement execute function auth.notify_access();
create trigger access after delete or truncate or update on auth.api_key
  for each statement execute function auth.notify_access();
create trigger access after delete or truncate or update of deleted_at on crm.isp
  for each statement execute function auth.notify_access();
create trigger access after delete or truncate or update of timezone on crm.isp_setting
  for each statement execute function auth.notify_access();
create trigger access after delete or truncate or update of type, deleted_at on crm.reseller
  for each statement execute function auth.notify_access();
