-- Removes at most `batch` archived events from before then, with their changes. Returns how many.
create or replace function auth.remove_archived_audit(older_than timestamptz, batch integer) returns bigint language sql as $$
  with picked as (
    select id from crm_archive.audit_event where at < older_than order by at limit batch
  ), changes as (
    delete from crm_archive.audit_change c using picked p where c.event_id = p.id
  ), events as (
    delete from crm_archive.audit_event e using picked p where e.id = p.id returning 1
  )
  select count(*) from events
$$;
