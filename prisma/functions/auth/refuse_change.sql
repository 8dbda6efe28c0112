-- Nothing is ever changed, and nothing removed but by auth.archive_audit and auth.remove_seals. Only what auth.erase_audit replaces
-- changes, for an erasure that the same transaction has noted, and a proof that is sealed with another key.
create or replace function auth.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('lastmile.archiving', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_erasure' and current_setting('lastmile.resealing', true) = 'on'
    and to_jsonb(new) - 'proof_enc' = to_jsonb(old) - 'proof_enc' then
    return new;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('lastmile.erasing', true), '') <> ''
    and auth.is_erased(tg_table_name, to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception '%.% is append-only', tg_table_schema, tg_table_name
    using errcode = 'restrict_violation', schema = tg_table_schema, table = tg_table_name;
end $$;
