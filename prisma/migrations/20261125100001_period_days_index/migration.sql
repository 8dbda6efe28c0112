-- outside a transaction
-- Which services had a validity on a day, for reports: read from the index alone.
drop index concurrently if exists crm.period_days_idx;
create index concurrently period_days_idx on crm.period (isp_id, ends_on, starts_on, service_id) where voided_at is null;
