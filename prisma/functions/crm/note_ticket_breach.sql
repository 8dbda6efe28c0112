-- Tells the event feed which deadline of a ticket was missed, once for each.
create or replace function crm.note_ticket_breach() returns trigger language plpgsql as $$
declare
  record jsonb;
  clock text;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  record := jsonb_build_object('id', new.id, 'docket', new.docket, 'customerid', new.customer_id, 'serviceid', new.service_id,
    'categoryid', new.category_id, 'priority', new.priority, 'status', new.status, 'source', new.source);
  foreach clock in array array_remove(array[
    case when old.respond_breached_at is null and new.respond_breached_at is not null then 'respond' end,
    case when old.resolve_breached_at is null and new.resolve_breached_at is not null then 'resolve' end,
    case when old.legal_breached_at is null and new.legal_breached_at is not null then 'legal' end], null)
  loop
    perform crm.note_event(new.isp_id, new.reseller_id, 'ticket.breached', new.id, new.service_id, new.customer_id,
      record || jsonb_build_object('clock', clock));
  end loop;
  return null;
end $$;
