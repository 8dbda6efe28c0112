-- outside a transaction
-- What was charged on some days, for reports.
drop index concurrently if exists crm.charge_charged_on_idx;
create index concurrently charge_charged_on_idx on crm.charge (isp_id, charged_on);
