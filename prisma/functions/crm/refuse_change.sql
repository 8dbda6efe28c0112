-- Records of money are corrected by further records: none is changed or removed.
create or replace function crm.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name
    using errcode = 'restrict_violation', schema = tg_table_schema, table = tg_table_name;
end $$;
