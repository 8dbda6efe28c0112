-- Nothing is ever changed, and nothing removed but by auth.archive_audit.
create or replace function auth.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('lastmile.archiving', true) = 'on' then
    return old;
  end if;
  raise exception '%.% is append-only', tg_table_schema, tg_table_name
    using errcode = 'restrict_violation', schema = tg_table_schema, table = tg_table_name;
end $$;
