-- Replaces, in the audit and in its archive, the images of these changes, and what these events tell of a person: their parameters,
-- the name and the address of a subscriber who called, and a target that is a name. The erasure must be of this transaction.
create or replace function auth.erase_audit(erasure integer, events bigint[], changes bigint[]) returns void language plpgsql as $$
declare
  marker constant jsonb := jsonb_build_object('erased', erasure);
  place text;
begin
  perform set_config('lastmile.erasing', erasure::text, true);
  if not crm.is_erasing() then
    raise exception 'erasure % is not of this transaction', erasure using errcode = 'restrict_violation';
  end if;
  -- Events only move to the archive: one that has just moved is there when the first statement is done.
  foreach place in array array['auth', 'crm_archive'] loop
    execute format(
      'update %I.audit_change set before = case when before is not null then $1 end, after = case when after is not null then $1 end
         where id = any ($2)', place) using marker, changes;
    execute format(
      'update %I.audit_event set input = case when input is not null then $1 end,
           target = case when target ~ ''^\w*id=\d+$'' then target end,
           username = case when username like ''subscriber %%'' then ''subscriber'' else username end,
           address = case when via is distinct from ''subscriber'' then address end
         where id = any ($2)', place) using marker, events;
  end loop;
  perform set_config('lastmile.erasing', '', true);
end $$;
