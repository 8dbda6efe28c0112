-- At commit every entry has lines, they sum to 0 in each unit, and all are of the entry's ISP.
create or replace function crm.check_ledger_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from crm.ledger_line where entry_id = new.id) then
    raise exception 'ledger entry % has no lines', new.id
      using errcode = 'check_violation', constraint = 'ledger_entry_balanced_check', schema = 'crm', table = 'ledger_entry';
  end if;
  return null;
end $$;
