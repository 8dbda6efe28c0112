-- RADIUS nodes read their NASes anew, without those of frozen ISPs, and all nodes who may call.
create or replace function crm.notify_freeze() returns trigger language plpgsql as $$
begin
  perform crm.notify_nodes('directory', 'nas:*');
  perform crm.notify_with_commit('access', '');
  return null;
end $$;
