-- outside a transaction
drop index concurrently if exists crm.lead_number_idx;
create index concurrently lead_number_idx on crm.lead (isp_id, coalesce(nullif(e164, ''), mobile), id);
analyze crm.lead;
