-- Nodes remember for a moment who an API key or a sign-in belongs to; on channel `access` they learn that something of that changed.
create or replace function auth.notify_access() returns trigger language plpgsql as $$
begin
  perform crm.notify_with_commit('access', '');
  return null;
end $$;
