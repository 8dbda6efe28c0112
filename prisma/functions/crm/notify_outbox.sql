-- Wakes the node that carries out the outbox. Most changes of services refresh or disconnect sessions, and most find none: then nothing
-- is in the outbox that a node would have to be woken for.
create or replace function crm.notify_outbox() returns trigger language plpgsql as $$
begin
  if exists (select from added) then
    perform crm.notify_nodes('outbox', '');
  end if;
  return null;
end $$;
