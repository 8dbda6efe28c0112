-- A payment can be cancelled once, and nothing else happens to it, unless an erasure takes a username out of who wrote it.
create or replace function crm.keep_payment() returns trigger language plpgsql as $$
declare
  kept record;
begin
  if tg_op = 'UPDATE' and old.status is distinct from 'Cancelled' then
    kept := new;
    kept.status := old.status;
    kept.reversal_entry_id := old.reversal_entry_id;
    kept.cancelled_at := old.cancelled_at;
    kept.cancelled_by := old.cancelled_by;
    kept.cancel_reason := old.cancel_reason;
    kept.bounced_on := old.bounced_on;
    if kept is not distinct from old then
      return new;
    end if;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('lastmile.erasing', true), '') <> ''
    and crm.is_author_erased(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'payment % is recorded and can only be cancelled', old.id
    using errcode = 'restrict_violation', schema = 'crm', table = 'payment';
end $$;
