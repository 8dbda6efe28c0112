-- Tells RADIUS nodes that a service has reached another speed level or its volume. Interim updates write usage, so the condition is
-- tested before this is called.
create or replace function radius.notify_usage() returns trigger language plpgsql as $$
begin
  update radius.usage set level_since = now() where service_id = new.service_id;
  perform crm.notify_nodes('directory', 'usage:' || new.service_id);
  insert into crm.outbox (isp_id, kind, payload)
  select new.isp_id, 'session_refresh', jsonb_build_object('serviceId', new.service_id)
  where exists (select from radius.session where service_id = new.service_id and ended_at is null);
  if crm.keeps_events(new.isp_id) then
    perform crm.note_event(s.isp_id, s.reseller_id, 'service.level_changed', s.id, s.id, s.customer_id,
        crm.service_data(s) || jsonb_build_object('bw_level', new.bw_level, 'previous_bw_level', old.bw_level,
          'exhausted', new.exhausted))
      from crm.service s where s.id = new.service_id;
  end if;
  return null;
end $$;
