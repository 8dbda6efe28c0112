-- Tells the event feed of all sessions that a statement added, if their ISP keeps events of sessions. One that came with its end has
-- ended, too.
create or replace function radius.note_new_sessions() returns trigger language plpgsql as $$
begin
  insert into crm.unnumbered_event (isp_id, reseller_id, type, subject_id, service_id, data)
    select x.isp_id, x.reseller_id, e.type, x.id, x.service_id, radius.session_data(x)
    from added a
    join crm.isp_setting i on i.isp_id = a.isp_id and i.event_feed and i.session_events
    join radius.session x on x.id = a.id
    cross join lateral (
      select 'session.opened' as type union all select 'session.ended' where x.ended_at is not null) e;
  return null;
end $$;
