-- Tells the event feed that an alert was opened, opened again, or closed. Of a muted one nobody is told.
create or replace function radius.note_alert_event() returns trigger language plpgsql as $$
begin
  if crm.keeps_events(new.isp_id)
      and (new.muted_upto > coalesce(new.closed_at, new.reopened_at, new.opened_at)) is not true then
    perform crm.note_event(new.isp_id, new.reseller_id,
        case when new.closed_at is null then 'alert.opened' else 'alert.closed' end, new.id, null, null,
        jsonb_build_object('id', new.id, 'kind', new.kind, 'nasid', new.nas_id,
          'nas', (select n.name from radius.nas n where n.id = new.nas_id),
          'pool', (select p.name from radius.ip_pool p where p.id = new.pool_id),
          'since_at', new.since_at, 'sessions', new.sessions, 'measured', new.measured, 'compared_to', new.compared_to,
          'full_on', new.full_on, 'opened_at', new.opened_at, 'reopened_at', new.reopened_at));
  end if;
  return null;
end $$;
