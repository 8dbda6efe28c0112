-- The share of its sub plan's price that a period is charged: the days it runs, less those it was held, of the days that the
-- price stands for.
alter table crm.period
  -- NULL: the period is as long as what the price stands for.
  add column of_days integer constraint period_of_days_check check (of_days > 0),
  add column frozen_days integer not null default 0 constraint period_frozen_days_check check (frozen_days >= 0);

-- What the clock looks for, so that it finds nothing quickly on most of its turns.
create index service_running_idx on crm.service (isp_id, valid_upto)
  where deleted_at is null and status in ('Active', 'NP', 'Suspend');
create index service_unbilled_idx on crm.service (isp_id, valid_upto)
  where deleted_at is null and status = 'NPD' and not billed;
create index service_new_request_idx on crm.service (isp_id, bill_from) where deleted_at is null and status = 'NewRequest';
create index service_grace_idx on crm.service (isp_id, grace_upto) where deleted_at is null and grace_upto is not null;
create index service_promise_idx on crm.service (isp_id, promise_upto) where deleted_at is null and promise_upto is not null;

-- Periods that do not overlap do not begin on one day either; and checked row by row, this index forbids to move several.
drop index crm.period_service_id_starts_on_key;
