-- outside a transaction
-- Whether a service had a validity before a day, which the report of subscribers by month asks for each that came.
drop index concurrently if exists crm.period_first_idx;
create index concurrently period_first_idx on crm.period (service_id, starts_on) where voided_at is null;
