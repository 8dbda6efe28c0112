-- outside a transaction
drop index concurrently if exists crm.customer_unread_idx;
create index concurrently customer_unread_idx on crm.customer (id) where e164 is null and deleted_at is null;
