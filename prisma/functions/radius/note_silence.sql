-- Tells the event feed that a NAS went silent or is heard again.
create or replace function radius.note_silence() returns trigger language plpgsql as $$
begin
  if crm.keeps_events(new.isp_id) then
    perform crm.note_event(n.isp_id, n.reseller_id, case when new.silent_since is null then 'nas.heard' else 'nas.silent' end,
        n.id, null, null,
        jsonb_build_object('id', n.id, 'name', n.name, 'ip', host(n.ip), 'heard_at', new.heard_at, 'online', new.online))
      from radius.nas n where n.id = new.nas_id and n.deleted_at is null;
  end if;
  return null;
end $$;
