-- A transaction that notifies holds a lock of the whole server from the end of its work until its commit is on disk, and with a
-- synchronous standby until that has answered: PostgreSQL delivers notifications in the order of the commits. So the changes of
-- all nodes were committed one after another. Transactions of a node leave what they notify in a table instead, and the node
-- sends it after the commit, together with all that was committed at the same moment (src/db/unsent-notifications.ts).
--
-- Unlogged: after a crash of the server, and on a standby that took over, it is empty, but then every node has lost its
-- notification connection and reads everything anew.
CREATE UNLOGGED TABLE "crm"."unsent_notification" (
    "node" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "unsent_notification_pkey" PRIMARY KEY ("node", "id")
);

-- What others change (psql, a node of an older version) is notified with the commit, as before.
create function crm.notify_nodes(channel text, payload text) returns void language plpgsql as $$
declare
  of_node constant text := current_setting('lastmile.node', true);
begin
  if of_node <> '' then
    insert into crm.unsent_notification (node, channel, payload) values (of_node, channel, payload);
  else
    perform pg_notify(channel, payload);
  end if;
end $$;

-- The functions that notify in hot changes, and crm.watch_for_directory, which writes such functions. Changes of someone's access
-- are rare, and notified with the commit.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('crm', 'radius') and p.prosrc ~ 'perform pg_notify\(''(directory|outbox)'''
  loop
    execute regexp_replace(definition, 'perform pg_notify\(''(directory|outbox)''', 'perform crm.notify_nodes(''\1''', 'g');
  end loop;
end $$;
