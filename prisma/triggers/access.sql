-- Nodes remember for a moment who an API key or a sign-in belongs to, and are told when something of that changed.
--
-- Updates name their columns: what the ledger posts (balances) changes nobody's access.

create or replace trigger access after delete or update or truncate on auth.api_key
  for each statement execute function auth.notify_access();
create or replace trigger access after delete or truncate or update
  of id, username, groupname, roles, isp_id, reseller_id, location_ids, sub_location_ids, allowed_ips, branch_digest, status, deleted_at on auth.login_user
  for each statement execute function auth.notify_access();
create or replace trigger access after delete or update of stage, confirmed_at, ends_at or truncate on auth.login_session
  for each statement execute function auth.notify_access();
-- The country too: what a caller means by a telephone number depends on it.
create or replace trigger access after delete or update of deleted_at, country or truncate on crm.isp
  for each statement execute function auth.notify_access();
create or replace trigger access after delete or update of timezone, mask_phones or truncate on crm.isp_setting
  for each statement execute function auth.notify_access();
create or replace trigger access after delete or update of type, deleted_at or truncate on crm.reseller
  for each statement execute function auth.notify_access();
create or replace trigger access after delete or update of code or truncate on crm.location
  for each statement execute function auth.notify_access();
create or replace trigger access after delete or update of code or truncate on crm.sub_location
  for each statement execute function auth.notify_access();

-- A user whose password, status, place or rights changed signs in again.
create or replace trigger end_sessions after update of password_hash, status, isp_id, reseller_id, groupname, deleted_at
  on auth.login_user for each row
  when (old.password_hash is distinct from new.password_hash or old.status is distinct from new.status
    or old.isp_id is distinct from new.isp_id or old.reseller_id is distinct from new.reseller_id
    or old.groupname is distinct from new.groupname or old.deleted_at is distinct from new.deleted_at)
  execute function auth.end_sessions();
-- A subscriber whose portal password changed, or who is deleted, is signed out of the portal.
create or replace trigger end_subscriber_sessions after update of portal_password_hash, deleted_at on crm.customer for each row
  when (old.portal_password_hash is distinct from new.portal_password_hash or old.deleted_at is distinct from new.deleted_at)
  execute function auth.end_subscriber_sessions();
