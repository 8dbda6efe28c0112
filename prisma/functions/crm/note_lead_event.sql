-- Tells the event feed that a lead was created, changed or won.
create or replace function crm.note_lead_event() returns trigger language plpgsql as $$
declare
  record jsonb;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' and
    (old.name, old.mobile, old.email, old.address, old.source, old.status, old.reason, old.location_code,
     old.sub_location_code, old.service_id, old.assigned_to)
    is not distinct from
    (new.name, new.mobile, new.email, new.address, new.source, new.status, new.reason, new.location_code,
     new.sub_location_code, new.service_id, new.assigned_to)
  then
    return null;
  end if;
  record := jsonb_build_object('id', new.id, 'name', new.name, 'mobile', new.mobile, 'email', new.email,
    'address', new.address, 'source', new.source, 'status', new.status, 'reason', new.reason,
    'location_code', new.location_code, 'sub_location_code', new.sub_location_code, 'serviceid', new.service_id,
    'assigned_to', new.assigned_to);
  if tg_op = 'INSERT' then
    perform crm.note_event(new.isp_id, new.reseller_id, 'lead.created', new.id, new.service_id, null, record);
  elsif old.status <> new.status then
    perform crm.note_event(new.isp_id, new.reseller_id, 'lead.status_changed', new.id, new.service_id, null,
      record || jsonb_build_object('previous_status', old.status));
  else
    perform crm.note_event(new.isp_id, new.reseller_id, 'lead.updated', new.id, new.service_id, null, record);
  end if;
  return null;
end $$;
