-- outside a transaction
drop index concurrently if exists crm.lead_number_end_idx;
create index concurrently lead_number_end_idx on crm.lead (isp_id, right(coalesce(nullif(e164, ''), mobile), 6), id);
analyze crm.lead;
