-- Tells the event feed that a visit was booked, or has moved: ids and states, none of what people wrote.
create or replace function crm.note_visit_event() returns trigger language plpgsql as $$
declare
  record jsonb;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  record := jsonb_build_object('id', new.id, 'leadid', new.lead_id, 'ticketid', new.ticket_id, 'customerid', new.customer_id,
    'serviceid', new.service_id, 'kind', new.kind, 'state', new.state, 'day', new.day, 'hours', new.hours,
    'technicianid', new.technician_id);
  if tg_op = 'INSERT' then
    perform crm.note_event(new.isp_id, new.reseller_id, 'visit.created', new.id, new.service_id, new.customer_id, record);
  else
    perform crm.note_event(new.isp_id, new.reseller_id, 'visit.state_changed', new.id, new.service_id, new.customer_id,
      record || jsonb_build_object('previous_state', old.state));
  end if;
  return null;
end $$;
