-- A node that has changed something waits until it has been notified of it itself. Most changes concern no node, and only the
-- transaction knows: it tells its connection, so that the node asks for nothing where nothing was notified (src/db/transaction.ts).
-- INFO reaches a client whatever its settings.
create or replace function crm.notify_nodes(channel text, payload text) returns void language plpgsql as $$
declare
  of_node constant text := current_setting('lastmile.node', true);
begin
  if of_node <> '' then
    insert into crm.unsent_notification (node, channel, payload) values (of_node, channel, payload);
    raise info 'lastmile: notified';
  else
    perform pg_notify(channel, payload);
  end if;
end $$;

-- For what all nodes must know even if this one dies with its commit, and which is rare.
create function crm.notify_with_commit(channel text, payload text) returns void language plpgsql as $$
begin
  perform pg_notify(channel, payload);
  if current_setting('lastmile.node', true) <> '' then
    raise info 'lastmile: notified';
  end if;
end $$;

create or replace function auth.notify_access() returns trigger language plpgsql as $$
begin
  perform crm.notify_with_commit('access', '');
  return null;
end $$;

create or replace function crm.notify_freeze() returns trigger language plpgsql as $$
begin
  perform crm.notify_nodes('directory', 'nas:*');
  perform crm.notify_with_commit('access', '');
  return null;
end $$;
