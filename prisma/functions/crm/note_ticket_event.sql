-- Tells the event feed that a ticket was filed, or has moved: ids and states, none of what people wrote.
create or replace function crm.note_ticket_event() returns trigger language plpgsql as $$
declare
  record jsonb;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  record := jsonb_build_object('id', new.id, 'docket', new.docket, 'customerid', new.customer_id, 'serviceid', new.service_id,
    'categoryid', new.category_id, 'priority', new.priority, 'status', new.status, 'source', new.source);
  if tg_op = 'INSERT' then
    perform crm.note_event(new.isp_id, new.reseller_id, 'ticket.created', new.id, new.service_id, new.customer_id, record);
  else
    perform crm.note_event(new.isp_id, new.reseller_id, 'ticket.status_changed', new.id, new.service_id, new.customer_id,
      record || jsonb_build_object('previous_status', old.status));
  end if;
  return null;
end $$;
