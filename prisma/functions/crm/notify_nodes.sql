-- Notifies all nodes after the commit: the transaction of a node leaves it in a table, which the node sends
-- (src/db/unsent-notifications.ts), and tells its connection that there is something. What others change (psql) is notified with
-- the commit.
create or replace function crm.notify_nodes(channel text, payload text) returns void language plpgsql as $$
declare
  of_node constant text := current_setting('lastmile.node', true);
begin
  if of_node <> '' then
    insert into crm.unsent_notification (node, channel, payload) values (of_node, channel, payload);
    perform crm.tell_connection();
  else
    perform pg_notify(channel, payload);
  end if;
end $$;
