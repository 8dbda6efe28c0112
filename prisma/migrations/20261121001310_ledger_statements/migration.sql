-- Entries are posted many at a time, and each with all of its lines in one statement: so they are weighed by the statement,
-- at once, instead of row by row at the commit. That an entry has lines at all is still seen at the commit.
drop trigger balanced on crm.ledger_line;
drop trigger balanced on crm.ledger_entry;
drop function crm.check_ledger_entry();

create function crm.check_ledger_lines() returns trigger language plpgsql as $$
declare
  entries bigint[];
  wrong record;
begin
  select array_agg(distinct entry_id) into entries from added;
  select l.entry_id, a.unit, sum(l.amt) as amt, count(*) filter (where a.isp_id <> e.isp_id) as foreigners into wrong
    from crm.ledger_line l
    join crm.ledger_entry e on e.id = l.entry_id
    join crm.ledger_account a on a.id = l.account_id
    where l.entry_id = any (entries)
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
create trigger balanced after insert on crm.ledger_line
  referencing new table as added for each statement execute function crm.check_ledger_lines();

create function crm.check_ledger_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from crm.ledger_line where entry_id = new.id) then
    raise exception 'ledger entry % has no lines', new.id
      using errcode = 'check_violation', constraint = 'ledger_entry_balanced_check', schema = 'crm', table = 'ledger_entry';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on crm.ledger_entry
  deferrable initially deferred for each row execute function crm.check_ledger_entry();
