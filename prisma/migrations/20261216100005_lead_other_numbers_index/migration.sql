-- outside a transaction
drop index concurrently if exists crm.lead_other_numbers_idx;
create index concurrently lead_other_numbers_idx on crm.lead using gin (other_e164) where other_e164 <> '{}';
