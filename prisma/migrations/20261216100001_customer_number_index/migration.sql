-- outside a transaction
-- A number that has not been read, or is none, is found as it was typed. The planner needs to know how many there are.
drop index concurrently if exists crm.customer_number_idx;
create index concurrently customer_number_idx on crm.customer (isp_id, coalesce(nullif(e164, ''), mobile), id)
  where deleted_at is null;
analyze crm.customer;
