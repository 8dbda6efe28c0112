-- outside a transaction
-- A caller often says only the last six digits.
drop index concurrently if exists crm.customer_number_end_idx;
create index concurrently customer_number_end_idx on crm.customer (isp_id, right(coalesce(nullif(e164, ''), mobile), 6), id)
  where deleted_at is null;
analyze crm.customer;
