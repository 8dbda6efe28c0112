-- outside a transaction
-- A visit names a lead of its own ISP, which needs a unique key over both; the one before it had the same columns.
drop index concurrently if exists crm.lead_isp_id_id_key;
create unique index concurrently lead_isp_id_id_key on crm.lead (isp_id, id);
drop index concurrently if exists crm.lead_isp_id_id_idx;
