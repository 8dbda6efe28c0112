-- Moves at most `batch` events from before then, with their changes, to crm_archive. Returns how many events moved.
create or replace function auth.archive_audit(older_than timestamptz, batch integer) returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  perform set_config('lastmile.archiving', 'on', true);
  -- One statement, one snapshot: an event that commits meanwhile stays whole for the next time.
  with picked as (
    select id from auth.audit_event where at < older_than order by at limit batch for update skip locked
  ), events as (
    delete from auth.audit_event e using picked p where e.id = p.id returning e.*
  ), changes as (
    delete from auth.audit_change c using picked p where c.event_id = p.id returning c.*
  ), kept_events as (
    insert into crm_archive.audit_event select * from events
  ), kept_changes as (
    insert into crm_archive.audit_change select * from changes
  )
  select count(*) into moved from events;
  perform set_config('lastmile.archiving', 'off', true);
  return moved;
end $$;
