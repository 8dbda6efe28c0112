-- outside a transaction
-- What the billing run tries again.
drop index concurrently if exists crm.service_renewal_refused_idx;
create index concurrently service_renewal_refused_idx on crm.service (isp_id) where deleted_at is null and renewal_refused;
