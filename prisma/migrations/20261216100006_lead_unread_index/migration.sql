-- outside a transaction
drop index concurrently if exists crm.lead_unread_idx;
create index concurrently lead_unread_idx on crm.lead (id) where e164 is null;
