-- Nodes that wait for work are told that there is some.

-- The node that carries out the outbox.
create or replace trigger wake after insert on crm.outbox referencing new table as added for each statement
  execute function crm.notify_outbox();
-- RADIUS nodes leave out the NASes of an ISP that is being moved, and no node lets its callers change anything.
create or replace trigger notify_nodes after insert or delete on crm.tenant_freeze for each statement
  execute function crm.notify_freeze();
