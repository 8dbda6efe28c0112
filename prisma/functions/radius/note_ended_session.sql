-- Tells the event feed that a session ended, if the ISP keeps events of sessions.
create or replace function radius.note_ended_session() returns trigger language plpgsql as $$
begin
  insert into crm.unnumbered_event (isp_id, reseller_id, type, subject_id, service_id, data)
    select new.isp_id, new.reseller_id, 'session.ended', new.id, new.service_id, radius.session_data(new)
    from crm.isp_setting i where i.isp_id = new.isp_id and i.event_feed and i.session_events;
  return null;
end $$;
