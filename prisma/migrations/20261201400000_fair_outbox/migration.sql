-- The effects of one ISP must not wait for those of another: nodes take some of each. 0: from before, or written by a node of the
-- version before; they have their turn together.
alter table crm.outbox add column isp_id integer not null default 0;
-- Without fractions: rounded to the column's milliseconds, an effect would be due up to half of one after its notification, when no
-- node finds it, and wait for the next poll.
alter table crm.outbox alter column available_at set default date_trunc('milliseconds', now());
create index outbox_isp_due_idx on crm.outbox (isp_id, available_at, id) where done_at is null;

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
