-- Only the ledger moves a balance: a statement of its own that changes one is refused.
create or replace function crm.refuse_balance_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% changes only with the ledger', tg_table_name, tg_argv[0]
    using errcode = 'restrict_violation', schema = tg_table_schema, table = tg_table_name, column = tg_argv[0];
end $$;
