-- Every line is of the ISP of its entry, and the lines of an entry sum to 0 in each unit: one query for all lines of a statement.
create or replace function crm.check_ledger_lines() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select l.entry_id, a.unit, sum(l.amt) as amt, count(*) filter (where a.isp_id <> e.isp_id) as foreigners into wrong
    from crm.ledger_line l
    join crm.ledger_entry e on e.id = l.entry_id
    join crm.ledger_account a on a.id = l.account_id
    where l.entry_id = any (array(select distinct entry_id from added))
    group by l.entry_id, a.unit
    having sum(l.amt) <> 0 or bool_or(a.isp_id <> e.isp_id)
    order by l.entry_id limit 1;
  if wrong.amt <> 0 then
    raise exception 'ledger entry % is not balanced (off by % in %)', wrong.entry_id, wrong.amt, wrong.unit
      using errcode = 'check_violation', constraint = 'ledger_entry_balanced_check', schema = 'crm', table = 'ledger_entry';
  elsif wrong.foreigners > 0 then
    raise exception 'ledger entry % has a line of another ISP', wrong.entry_id
      using errcode = 'check_violation', constraint = 'ledger_entry_isp_check', schema = 'crm', table = 'ledger_entry';
  end if;
  return null;
end $$;
