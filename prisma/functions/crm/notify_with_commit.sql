-- For what all nodes must know even if this one dies with its commit, and which is rare.
create or replace function crm.notify_with_commit(channel text, payload text) returns void language plpgsql as $$
begin
  perform pg_notify(channel, payload);
  if current_setting('lastmile.node', true) <> '' then
    perform crm.tell_connection();
  end if;
end $$;
