-- Deposits that were taken with a service before they stood in the ledger: held since the day the service was made.
with held as (
  select s.id, s.isp_id, s.reseller_id, s.deposit, (s.created_at at time zone i.timezone)::date as taken_on
  from crm.service s join crm.isp_setting i on i.isp_id = s.isp_id
  where s.deposit > 0 and s.deleted_at is null
    and not exists (select from crm.ledger_entry e where e.dedupe_key = 'deposit:' || s.id)
), account as (
  insert into crm.ledger_account (isp_id, kind, name, key)
  select distinct h.isp_id, 'nominal', n.name, 'nominal:' || h.isp_id || ':' || n.name
  from held h cross join (values ('bank'), ('deposit')) n (name)
  -- Nothing changes in those that are there, but their ids are returned.
  on conflict (key) do update set name = excluded.name
  returning id, isp_id, name
), entry as (
  insert into crm.ledger_entry (isp_id, reseller_id, service_id, kind, posted_on, memo, dedupe_key)
  select isp_id, reseller_id, id, 'deposit', taken_on, 'Deposit', 'deposit:' || id from held order by id
  returning id, isp_id, service_id
)
insert into crm.ledger_line (entry_id, account_id, amt)
select e.id, a.id, case a.name when 'bank' then h.deposit else -h.deposit end
from entry e join held h on h.id = e.service_id join account a on a.isp_id = e.isp_id
order by e.id, a.name;
