-- outside a transaction
-- Deleted services that owe something, for reports.
drop index concurrently if exists crm.service_deleted_balance_idx;
create index concurrently service_deleted_balance_idx on crm.service (isp_id) where deleted_at is not null and os_amt <> 0;
