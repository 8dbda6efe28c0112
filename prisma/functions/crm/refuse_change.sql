-- Records of money are corrected by further records: none is changed or removed. An erasure takes a username out of who wrote them.
create or replace function crm.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('lastmile.erasing', true), '') <> ''
    and crm.is_author_erased(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception '%.% is append-only', tg_table_schema, tg_table_name
    using errcode = 'restrict_violation', schema = tg_table_schema, table = tg_table_name;
end $$;
