-- Tells the event feed that a subscriber appeals: ids and states, none of what people wrote.
create or replace function crm.note_appeal_event() returns trigger language plpgsql as $$
declare
  ticket crm.ticket;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  select * into ticket from crm.ticket t where t.id = new.ticket_id;
  perform crm.note_event(ticket.isp_id, ticket.reseller_id, 'ticket.appealed', ticket.id, ticket.service_id, ticket.customer_id,
    jsonb_build_object('id', ticket.id, 'docket', ticket.docket, 'customerid', ticket.customer_id, 'serviceid', ticket.service_id,
      'categoryid', ticket.category_id, 'priority', ticket.priority, 'status', ticket.status, 'source', ticket.source,
      'appealid', new.id));
  return null;
end $$;
