-- Tells the event feed that an incident was suggested or entered, or has moved: ids and states, none of what people wrote.
create or replace function crm.note_incident_event() returns trigger language plpgsql as $$
declare
  record jsonb;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  record := jsonb_build_object('id', new.id, 'kind', new.kind, 'status', new.status, 'source', new.source,
    'location_code', new.location_code, 'nasid', new.nas_id);
  if tg_op = 'INSERT' then
    perform crm.note_event(new.isp_id, null, 'incident.created', new.id, null, null, record);
  else
    perform crm.note_event(new.isp_id, null, 'incident.status_changed', new.id, null, null,
      record || jsonb_build_object('previous_status', old.status));
  end if;
  return null;
end $$;
