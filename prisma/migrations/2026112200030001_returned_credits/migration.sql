-- Credits come back: those of a period that is voided, and of months that have not begun when a period ends early.
-- The new constraints allow more than the old ones, so they are true already; validating them reads the table without
-- keeping anybody from writing to it.
alter table crm.credit_usage
  drop constraint credit_usage_action_check,
  drop constraint credit_usage_use_check,
  add constraint credit_usage_action_check check (action in ('Use', 'Return', 'Add', 'Less', 'Set')) not valid,
  add constraint credit_usage_use_check check (
    num_nonnulls(service_id, period_id) = case when action in ('Use', 'Return') then 2 else 0 end
  ) not valid;
alter table crm.credit_usage validate constraint credit_usage_action_check;
alter table crm.credit_usage validate constraint credit_usage_use_check;

-- Periods that were voided before: their credits are returned. A postpaid month that was split on its first day went on in
-- another period that has none of its own (the newest period that was voided for it): there they are used.
with held as (
  select p.id as period_id, p.service_id, p.starts_on, u.isp_id, u.reseller_id, -u.credits as credits
  from crm.period p
  join crm.credit_usage u on u.service_id = p.service_id and u.period_id = p.id and u.action = 'Use'
  where p.voided_at is not null and u.entry_id is not null and not exists (
    select from crm.credit_usage r
    where r.service_id = p.service_id and r.period_id = p.id and r.action = 'Return'
  )
), gone_on as (
  select distinct on (q.id) h.isp_id, h.reseller_id, h.service_id, q.id as period_id, h.credits
  from held h
  join crm.period q on q.service_id = h.service_id and q.id > h.period_id and q.starts_on = h.starts_on
    and q.voided_at is null
  where not exists (
    select from crm.credit_usage u where u.service_id = q.service_id and u.period_id = q.id and u.action = 'Use'
  )
  order by q.id, h.period_id desc
), moved as (
  select m.*, row_number() over (order by m.isp_id, m.service_id, m.period_id) as n
  from (
    select isp_id, reseller_id, service_id, period_id, 'Return' as action, credits from held
    union all
    select isp_id, reseller_id, service_id, period_id, 'Use', -credits from gone_on
  ) m
), entry as (
  insert into crm.ledger_entry (isp_id, reseller_id, service_id, period_id, kind, posted_on)
  select m.isp_id, m.reseller_id, m.service_id, m.period_id,
    case m.action when 'Use' then 'credit_use' else 'credit_return' end, (now() at time zone s.timezone)::date
  from moved m join crm.isp_setting s on s.isp_id = m.isp_id
  order by m.n
  returning id, isp_id, service_id, period_id
), line as (
  insert into crm.ledger_line (entry_id, account_id, amt)
  select e.id, a.id, case a.kind when 'credits' then m.credits else -m.credits end
  from entry e
  join moved m on m.service_id = e.service_id and m.period_id = e.period_id
  join crm.ledger_account a on a.key in ('credits:' || e.isp_id, 'nominal:' || e.isp_id || ':credits_used')
  order by e.id
)
insert into crm.credit_usage (isp_id, reseller_id, action, service_id, period_id, credits, balance, entry_id)
select m.isp_id, m.reseller_id, m.action, m.service_id, m.period_id, m.credits,
  i.usage_credits + sum(m.credits) over (partition by m.isp_id order by m.n), e.id
from moved m
join entry e on e.service_id = m.service_id and e.period_id = m.period_id
join crm.isp i on i.id = m.isp_id
order by m.n;
