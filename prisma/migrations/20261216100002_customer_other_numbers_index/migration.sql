-- outside a transaction
drop index concurrently if exists crm.customer_other_numbers_idx;
create index concurrently customer_other_numbers_idx on crm.customer using gin (other_e164) where other_e164 <> '{}';
